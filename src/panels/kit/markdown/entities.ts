// In place of the tables of `entities`, which markdown-it asks for the characters that HTML has names for: the browser
// that runs a panel has them built in.

/**
 * The character of a named reference such as `&eacute;`, which must end in a semicolon. Any other text is returned
 * unchanged.
 */
export function decodeHTMLStrict(reference: string): string {
  // The parser drops white space at the start of a document, so a letter precedes it.
  const decoded = new DOMParser().parseFromString(`x${reference}`, "text/html").body.textContent.slice(1);
  // HTML also reads `&copyright;` as `©right;`: an unknown name that starts with a known one.
  const isWhole = decoded === ";" ? reference === "&semi;" : !decoded.endsWith(";");
  return isWhole ? decoded : reference;
}
