// The HTML that the extension itself writes: a panel's page before its script has run.
import { isolateText } from "../../base/visible.ts";

/** HTML whose inserted texts are escaped; a page accepts nothing else. */
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

/** `` html`<h1>${title}</h1>` ``: what is inserted is text, unless it is HTML made in the same way. */
export function html(strings: TemplateStringsArray, ...inserted: readonly Inserted[]): Html {
  return new Html(
    strings.reduce((so, string, place) => {
      const isAttribute = strings[place - 1]?.endsWith('"') === true;
      return `${so}${escapeHtml(inserted[place - 1], isAttribute)}${string}`;
    }),
  );
}

/** Attributes contain keys and data; all other text is visible, and must not reverse the words around it. */
function escapeHtml(inserted: Inserted, isAttribute: boolean): string {
  if (inserted === undefined) return "";
  if (inserted instanceof Html) return inserted.text;
  if (typeof inserted === "object") return inserted.map((each) => escapeHtml(each, isAttribute)).join("");
  const text = isAttribute ? String(inserted) : isolateText(String(inserted));
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
