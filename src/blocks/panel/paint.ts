import type { BlockContent, Fact } from "../../panels/block/messages.ts";
import { html } from "../../workbench/panels/html.ts";
import type { Html } from "../../workbench/panels/html.ts";

export interface Painted {
  readonly network: string;
  readonly host: string;
  readonly title: string;
  /** What the block shows, or the sentence that it is being read. */
  readonly content: BlockContent | string;
}

/** What is seen of a block before the panel's script runs; it takes as much room as what the script then draws. */
export function painted({ network, host, title, content }: Painted): Html {
  return html`<main class="panel">
    <triptych-head>
      <span slot="crumb">${network} · ${host}</span>
      <h1>${title}</h1>
      ${typeof content === "string" ? undefined : html`<span slot="under">${content.length}</span>`}
    </triptych-head>
    ${typeof content === "string" ? html`<section><p class="quiet">${content}</p></section>` : block(content)}
  </main>`;
}

function block({ figures, facts }: BlockContent): Html {
  return html`<triptych-figures
      >${figures.map(
        ({ value, word }) => html`<triptych-figure value="${value}">${word}</triptych-figure>`,
      )}</triptych-figures
    >
    <triptych-tabs><triptych-facts>${facts.map(fact)}</triptych-facts></triptych-tabs>`;
}

function fact({ name, value, wide, mono }: Fact): Html {
  const form = html`${wide === true ? html`wide` : undefined} ${mono === true ? html`mono` : undefined}`;
  return html`<triptych-fact name="${name}" ${form}>${value}</triptych-fact>`;
}
