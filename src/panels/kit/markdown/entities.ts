// Replaces the package `entities`, whose tables markdown-it uses to decode the named characters of HTML: the browser of
// a panel has them built in.

/**
 * Decodes a named character reference such as `&eacute;`, which must end in a semicolon. Returns any other text
 * unchanged.
 */
export function decodeHTMLStrict(reference: string): string {
  // The parser drops white space at the start of a document, so a letter precedes it.
  const decoded = new DOMParser().parseFromString(`x${reference}`, "text/html").body.textContent.slice(1);
  // HTML also reads `&copyright;` as `©right;`: an unknown name that starts with a known one.
  const isWhole = decoded === ";" ? reference === "&semi;" : !decoded.endsWith(";");
  return isWhole ? decoded : reference;
}
