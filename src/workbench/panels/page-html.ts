// Writes the HTML of a panel, with a security policy that lets it load only the extension's own files.
import { html, type Html } from "./html-template.ts";
import type { PageSetup } from "../../panels/kit/connection/messages.ts";
import type { KitStrings } from "../text/kit-strings.ts";

export interface PageToRender {
  readonly title: string;
  /** Shown before the script runs. */
  readonly body: Html;
  readonly script: string;
  /** Style sheets, in the order in which they apply. */
  readonly styles: readonly string[];
  readonly setup: PageSetup;
  /** The kit's strings in the user's language. */
  readonly strings: KitStrings;
  /** The user's language, as VS Code names it. */
  readonly language: string;
  /** The user's time zone, as `Intl` names it. */
  readonly timeZone: string;
  /** The source from which a panel may load the extension's files. */
  readonly source: string;
  readonly nonce: string;
}

/** Writes the page. Remote images are `data:` URLs, which the extension loads after the user has agreed. */
export function renderPage({ source, nonce, ...page }: PageToRender): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    `font-src ${source}`,
    `img-src ${source} data:`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return html`<!doctype html>
    <html lang="${page.language}" data-time-zone="${page.timeZone}">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="triptych" content="${JSON.stringify(page.setup)}" />
        <meta name="triptych-strings" content="${JSON.stringify(page.strings)}" />
        <title>${page.title}</title>
        ${page.styles.map((style) => html`<link rel="stylesheet" nonce="${nonce}" href="${style}" />`)}
      </head>
      <body>
        ${page.body}
        <script type="module" nonce="${nonce}" src="${page.script}"></script>
      </body>
    </html>`.text;
}
