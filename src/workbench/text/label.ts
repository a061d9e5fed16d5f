// A label with an icon of our own before it. Only this file makes one, so the type checker tells it from plain text.

/** Drawn as an icon and a text. A plain string in its place never has an icon. */
export class Label {
  readonly #icon: string;
  readonly #text: string;

  constructor(icon: string, text: string) {
    this.#icon = icon;
    this.#text = text;
  }

  /** As VS Code writes an icon in a label. `encode` keeps the text from being one. */
  format(encode: (text: string) => string, gap: string): string {
    return `$(${this.#icon})${gap}${encode(this.#text)}`;
  }

  toString(): string {
    return this.format((text) => text, " ");
  }
}

/** A codicon before a text. */
export function withIcon(icon: string, text: string): Label {
  return new Label(icon, text);
}
