/** HTML whose inserted texts are escaped; nothing else is laid into a page. */
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
  return new Html(strings.reduce((so, string, place) => `${so}${escaped(inserted[place - 1])}${string}`));
}

function escaped(inserted: Inserted): string {
  if (inserted === undefined) return "";
  if (inserted instanceof Html) return inserted.text;
  if (typeof inserted === "object") return inserted.map(escaped).join("");
  return String(inserted).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
