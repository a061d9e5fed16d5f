// Shows the lines of code that a review comment is about.
import { css, LitElement } from "lit";
import { html } from "../../kit/html.ts";
import { icon } from "../../kit/icon.ts";
import { highlightTemplate, tokenStyles } from "../../kit/text/code-colors.ts";
import { type PatchLine, parsePatch } from "./patch.ts";
import { shared } from "../../kit/styles.ts";
import { fill, strings } from "../../kit/localization.ts";

const signs = { same: " ", added: "+", removed: "−" } as const;
const spoken = { same: "", added: `${strings.lineAdded}: `, removed: `${strings.lineRemoved}: ` } as const;

/** Lines of a diff with their numbers and signs. Outdated ones stay collapsed until the reader expands them. */
export class Hunk extends LitElement {
  static override styles = [
    shared,
    tokenStyles,
    css`
      :host {
        display: block;
        margin-block: var(--space-8);
        border: 1px solid var(--hairline);
        border-radius: var(--round);
      }
      summary {
        display: flex;
        flex-wrap: wrap;
        gap: 0 var(--space-8);
        align-items: center;
        padding: var(--space-4) var(--space-12);
        font-size: var(--size-small);
      }
      summary:focus-visible {
        outline-offset: -1px;
      }
      .path {
        flex: 1 1 min(100% - 24px, 240px);
      }
      pre {
        padding-block: var(--space-4);
        border-block-start: 1px solid var(--hairline);
      }
      .line {
        display: grid;
        grid-template-columns: 44px 20px 1fr;
        min-inline-size: max-content;
      }
      .line > i {
        padding-inline-end: var(--space-4);
        color: var(--quiet);
        font-style: normal;
        text-align: end;
      }
      .line > u {
        text-align: center;
        text-decoration: none;
      }
      .line > span {
        padding-inline-end: var(--space-12);
      }
      .added,
      .removed {
        outline: var(--changed-edge) dashed transparent;
        outline-offset: -1px;
      }
      .added {
        background: var(--vscode-diffEditor-insertedTextBackground);
        outline-color: var(--vscode-diffEditor-insertedTextBorder);
      }
      .removed {
        background: var(--vscode-diffEditor-removedTextBackground);
        outline-color: var(--vscode-diffEditor-removedTextBorder);
      }
      /* Token colors are made for the editor's own background. */
      .line:is(.added, .removed) * {
        color: inherit;
      }
    `,
  ];
  static override properties = { path: {}, patch: {}, language: {}, outdated: { type: Boolean } };

  path = "";
  /** One unified hunk, as the server sends it. */
  patch = "";
  language = "";
  outdated = false;

  override render() {
    const lines = parsePatch(this.patch);
    const numbers = lines.map((line) => line.number);
    const range = lines.length === 0 ? "" : `${Math.min(...numbers)} – ${Math.max(...numbers)}`;
    return html`<details ?open=${!this.outdated}>
      <summary class="disclosure">
        ${icon("chevron-right")}<span class="path mono" dir="ltr"
          >${this.path.split(/(?<=\/)/).map((part) => html`${part}<wbr />`)}</span
        >
        ${this.outdated ? html`<span class="tag">${strings.outdated}</span>` : ""}<span class="quiet push"
          >${range}</span
        >
      </summary>
      <pre tabindex="0" role="group" aria-label=${fill(strings.hunk, this.path)}>
${lines.map((line) => this.#line(line))}</pre>
    </details>`;
  }

  #line({ kind, number, text }: PatchLine) {
    return html`<div class="line ${kind}">
      <i>${number}</i><u aria-hidden="true">${signs[kind]}</u
      ><span><span class="visually-hidden">${spoken[kind]}</span>${highlightTemplate(text, this.language)}</span>
    </div>`;
  }
}

customElements.define("triptych-hunk", Hunk);
