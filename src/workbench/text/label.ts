// Labels that start with an icon. They have their own type, so that the compiler distinguishes them from plain text.

/** An icon followed by text. A plain string in its place never has an icon. */
export class Label {
  readonly #icon: string;
  readonly #text: string;

  constructor(icon: string, text: string) {
    this.#icon = icon;
    this.#text = text;
  }

  /** Writes icon and text in VS Code's syntax. `encode` escapes icons in the text. */
  format(encode: (text: string) => string, gap: string): string {
    return `$(${this.#icon})${gap}${encode(this.#text)}`;
  }

  toString(): string {
    return this.format((text) => text, " ");
  }
}

/** Returns a text with a codicon before it. */
export function withIcon(icon: string, text: string): Label {
  return new Label(icon, text);
}
