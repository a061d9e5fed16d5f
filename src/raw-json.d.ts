// Types for raw JSON, which Node has since version 21, and which TypeScript doesn't declare yet.
interface JSON {
  /** Returns an object that `JSON.stringify` writes as this text. */
  rawJSON(text: string): object;
}
