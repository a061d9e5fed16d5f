// Builds the HTML of a panel's page as the extension writes it, before the page's script runs.
import { isolateText } from "../../base/visible-text.ts";

/** HTML whose inserted texts are escaped. Pages accept no plain string in its place. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

type Inserted = Html | string | number | bigint | undefined | readonly Inserted[];

/** `` html`<h1>${title}</h1>` ``: inserted values are text, except `Html`. */
export function html(strings: TemplateStringsArray, ...inserted: readonly Inserted[]): Html {
  return new Html(
    strings.reduce((built, string, index) => {
      const isAttribute = strings[index - 1]?.endsWith('"') === true;
      return `${built}${escapeHtml(inserted[index - 1], isAttribute)}${string}`;
    }),
  );
}

/**
 * Escapes an inserted value. Visible text is also isolated, so that it can't reverse the words around it; attributes
 * hold data.
 */
function escapeHtml(inserted: Inserted, isAttribute: boolean): string {
  if (inserted === undefined) return "";
  if (inserted instanceof Html) return inserted.text;
  if (typeof inserted === "object") return inserted.map((each) => escapeHtml(each, isAttribute)).join("");
  const text = isAttribute ? String(inserted) : isolateText(String(inserted));
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
