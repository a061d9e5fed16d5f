// In place of the tables of `entities`, which markdown-it asks for the characters that HTML has names for: the browser
// that runs a panel has them built in.

/** The character of a named reference such as `&eacute;`, which must end in a semicolon; any other text as it is. */
export function decodeHTMLStrict(reference: string): string {
  // White space at the begin of a document is dropped, so a letter stands before it.
  const decoded = new DOMParser().parseFromString(`x${reference}`, "text/html").body.textContent.slice(1);
  // HTML also reads `&copyright;` as `©right;`: a name that is not known, with one that is at its begin.
  const isWhole = decoded === ";" ? reference === "&semi;" : !decoded.endsWith(";");
  return isWhole ? decoded : reference;
}
