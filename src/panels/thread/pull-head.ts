// Draws the head of a pull request: its branches, reviews and checks, whether it can be merged, and its actions.
import { nothing, type TemplateResult } from "lit";
import "../kit/controls/copy.ts";
import { html } from "../kit/html.ts";
import "../kit/icon.ts";
import { renderSentence, type LineContext } from "./lines.ts";
import type { ActionView, PullGroup, PullLine, PullView } from "./messages.ts";

export function renderPull(view: PullView, act: LineContext["act"]): TemplateResult {
  const { actions, flow, groups, label, main, verdict } = view;
  return html`<section class="pull" aria-label=${label}>
    ${flow === undefined ? nothing : renderFlow(flow)}
    ${groups.length === 0 ? nothing : html`<div class="pull-groups">${groups.map(renderGroup)}</div>`}
    <div class="pull-verdict">
      <p class="pull-line">
        <triptych-icon class=${verdict.tone} name=${verdict.icon}></triptych-icon
        ><span><b>${verdict.start}</b> ${verdict.sentence}</span>
      </p>
      <div class="row">
        ${actions.map((action) => button(action, "second", act))}${main === undefined ? nothing : button(main, "", act)}
      </div>
    </div>
  </section>`;
}

function button(action: ActionView, kind: "second" | "", act: LineContext["act"]): TemplateResult {
  return html`<button class="button ${kind}" type="button" @click=${() => act(action)}>${action.label}</button>`;
}

function renderFlow({ changes, copy, from, into, to }: NonNullable<PullView["flow"]>): TemplateResult {
  return html`<p class="pull-flow">
    <span>${renderSentence(from)}</span><triptych-copy .text=${copy.text} name=${copy.name}></triptych-copy
    ><triptych-icon name="arrow-right"></triptych-icon><span class="visually-hidden">${into}</span
    ><span>${renderSentence(to)}</span>${changes === "" ? nothing : html`<span class="quiet">${changes}</span>`}
  </p>`;
}

function renderGroup({ heading, lines, more, note }: PullGroup): TemplateResult {
  return html`<div>
    <h2>${heading} ${note === "" ? nothing : html`<span class="count">${note}</span>`}</h2>
    ${lines.length === 0 ? nothing : renderLines(lines)}
    ${
      more === undefined
        ? nothing
        : html`<details>
            <summary class="disclosure"><triptych-icon name="chevron-right"></triptych-icon> ${more.summary}</summary>
            ${renderLines(more.lines)}
          </details>`
    }
  </div>`;
}

function renderLines(lines: readonly PullLine[]): TemplateResult {
  return html`<ul>
    ${lines.map(
      ({ icon, sentence, tone }) =>
        html`<li class="pull-line">
          <triptych-icon class=${tone} name=${icon}></triptych-icon><span>${renderSentence(sentence)}</span>
        </li>`,
    )}
  </ul>`;
}
