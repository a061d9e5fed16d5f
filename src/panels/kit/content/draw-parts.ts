// Draws the parts of a page, each kind in one place.
import { nothing, type TemplateResult } from "lit";
import { ref } from "lit/directives/ref.js";
import { repeat } from "lit/directives/repeat.js";
import "../layout/busy.ts";
import "../layout/fact-list.ts";
import { html } from "../html.ts";
import { styled } from "../style-directive.ts";
import { icon } from "../icon.ts";
import "../layout/tabs.ts";
import { ChartView } from "./draw-charts.ts";
import { drawControls, drawFields } from "./draw-controls.ts";
import type { ChartPart, ChartPlace } from "./chart-model.ts";
import type {
  Busy,
  Changes,
  DetailedTable,
  Fact,
  Part,
  RowDetail,
  Section,
  Tabs,
  Tally,
  ToPage,
} from "./content-model.ts";
import { drawBanner, drawEmpty } from "./draw-notices.ts";
import type { Row } from "./table-model.ts";
import type { ContentMessage } from "./text-model.ts";
import { TableView } from "./draw-tables.ts";
import { drawButton, drawLink, drawText, type Post } from "./draw-text.ts";

/** Draws parts, and keeps their state: rows that arrived in portions, and the reader's filters of tables. */
export class PartDrawer {
  readonly #post: Post;
  readonly #redraw: () => void;
  readonly #rows = new Map<string, readonly Row<ContentMessage>[]>();
  readonly #places = new Map<string, readonly ChartPlace<ContentMessage>[]>();
  readonly #tables = new Map<string, TableView>();
  readonly #charts = new Map<string, ChartView>();
  /** The last content of each tab. A tab that is selected again shows it right away, at its scroll position. */
  readonly #tabParts = new Map<string, readonly Part<ContentMessage>[]>();
  /** Number of subjects that the page had before this one. */
  #subject = 0;
  /** The last `reveals` of each section. */
  readonly #revealed = new WeakMap<Element, string>();
  /** False while the page opens. The sections that it opens with are not scrolled to. */
  #isOpen = false;

  constructor(post: Post, redraw: () => void) {
    this.#post = post;
    this.#redraw = redraw;
  }

  addPortion(portion: Exclude<ToPage, { readonly type: "content" }>): void {
    const { id, from } = portion;
    if (portion.type === "rows") {
      this.#rows.set(id, [...(this.#rows.get(id) ?? []).slice(0, from), ...portion.rows]);
    } else {
      this.#places.set(id, [...(this.#places.get(id) ?? []).slice(0, from), ...portion.places]);
    }
  }

  /** Drops the tabs and filters of the earlier content, because the page has another subject now. */
  forget(): void {
    this.#subject += 1;
    this.#tabParts.clear();
    this.#tables.clear();
  }

  draw(parts: readonly Part<ContentMessage>[]): unknown {
    const seen = new Map<string, number>();
    const keyed = parts.map((part) => {
      const name = getPartName(part);
      const count = (seen.get(name) ?? 0) + 1;
      seen.set(name, count);
      return { part, key: `${name} ${count}` };
    });
    // Keyed by name, so that a part keeps its element, and with it the focus, when another part is inserted before it.
    return repeat(
      keyed,
      ({ key }) => key,
      ({ part }) => this.#part(part),
    );
  }

  markOpen(): void {
    this.#isOpen = true;
  }

  #part(part: Part<ContentMessage>): unknown {
    const post = this.#post;
    switch (part.kind) {
      case "banner":
        return drawBanner(part, post);
      case "busy":
        return drawBusy(part, post);
      case "changes":
        return drawChanges(part, post);
      case "chart":
        return this.#chart(part);
      case "code":
        void import("../text/code.ts");
        return html`<triptych-code .language=${part.language} .label=${part.label} .text=${part.text}></triptych-code>`;
      case "columns":
        return html`<div class=${part.parts.length > 2 ? "columns three" : "columns"}>${this.draw(part.parts)}</div>`;
      case "controls":
        return drawControls(part, post);
      case "empty":
        return drawEmpty(part, post);
      case "facts":
        return html`<triptych-facts>${part.facts.map((each) => drawFact(each, post))}</triptych-facts>`;
      case "fields":
        return drawFields(part, post);
      case "figures":
        return html`<ul class="figures">
          ${part.figures.map(({ value, word, tip }) => html`<li><b title=${tip ?? nothing}>${value}</b>${word}</li>`)}
        </ul>`;
      case "links":
        return html`<ul class="numbers">
          ${part.links.map((each) => html`<li>${drawLink(each, post)}</li>`)}
        </ul>`;
      case "meter":
        return html`<p class="row meter">
            <b>${part.name}</b> <span class="quiet">${part.sentence}</span> <span class="push">${part.percent}</span>
          </p>
          <div
            class="bar painted"
            role="img"
            aria-label="${part.name}: ${part.percent}"
            ${styled({ "--share": `${Math.min(1, Math.max(0, part.share)) * 100}%` })}
          ></div>`;
      case "prose":
        void import("../text/prose.ts");
        return html`<triptych-prose .text=${part.text} .base=${part.base} .images=${undefined}></triptych-prose>`;
      case "section":
        return this.#section(part);
      case "table":
        return this.#table(part);
      case "tabs":
        return this.#tabs(part);
      case "tally":
        return drawTally(part, post);
      case "text":
        return html`<p
          class=${part.quiet === true ? "quiet small note" : "note"}
          role=${part.live === true ? "status" : nothing}
        >
          ${drawText(part.text, post)}
        </p>`;
    }
  }

  #section(section: Section<ContentMessage>): TemplateResult {
    const { level, heading, icon: glyph, tone, count, live, button, link, hidden, folded } = section;
    if (folded === true) {
      return html`<details class="folded">
        <summary class="disclosure">${icon("chevron-right")} ${heading}</summary>
        ${this.draw(section.parts)}
      </details>`;
    }
    const words = html`${glyph === undefined ? nothing : html`${icon(glyph, tone)} `}${heading}${
      count === undefined || count === "" ? nothing : html` <span class="count">${count}</span>`
    }`;
    const classes = hidden === true ? "visually-hidden" : glyph === undefined ? "" : "over";
    const title =
      level === 3
        ? html`<h3 class=${classes} aria-live=${live === true ? "polite" : nothing} aria-atomic="true">${words}</h3>`
        : html`<h2 class=${classes}>${words}</h2>`;
    return html`<section
      ${ref((element) => {
        if (section.reveals !== undefined && element !== undefined) this.#reveal(element, section.reveals);
      })}
    >
      ${
        button === undefined && link === undefined
          ? title
          : html`<div class="row">
              ${title}${button === undefined ? nothing : drawButton(button, this.#post, { second: true, push: true })}${
                link === undefined ? nothing : drawLink(link, this.#post, "", "push small")
              }
            </div>`
      }
      ${this.draw(section.parts)}
    </section>`;
  }

  #reveal(element: Element, reason: string): void {
    if (this.#revealed.get(element) === reason) return;
    this.#revealed.set(element, reason);
    // The element has its height only in the next frame.
    if (this.#isOpen) requestAnimationFrame(() => element.scrollIntoView({ block: "nearest" }));
  }

  #tabs({ label, tabs, chosen, parts }: Tabs<ContentMessage>): TemplateResult {
    const choose = ({ detail }: CustomEvent<string>): void => {
      const act = tabs.find(({ id }) => id === detail)?.act;
      if (act !== undefined) this.#post(act);
    };
    const named = tabs.map(({ id, label: name, count }) => ({ id, name, ...(count === undefined ? {} : { count }) }));
    this.#tabParts.set(chosen, parts);
    const drawn = tabs.filter(({ id }) => this.#tabParts.has(id));
    return html`<triptych-tabs
      .label=${label}
      .tabs=${named}
      .chosen=${chosen}
      .subject=${this.#subject}
      @chosen=${choose}
    >
      ${repeat(
        drawn,
        ({ id }) => id,
        ({ id }) => html`<div slot=${id}>${this.draw(this.#tabParts.get(id) ?? [])}</div>`,
      )}
    </triptych-tabs>`;
  }

  #table({ detail, ...table }: DetailedTable<ContentMessage>): TemplateResult {
    const { rows, label } = table;
    const id = "id" in rows ? rows.id : label;
    const view = getOrCreate(this.#tables, id, () => new TableView(this.#post, this.#redraw));
    const drawn = detail && { ...detail, drawn: this.#detail(detail) };
    return view.draw(table, "id" in rows ? (this.#rows.get(id) ?? []) : rows, drawn);
  }

  #detail({ heading, close, parts }: RowDetail<ContentMessage>): TemplateResult {
    return html`<section>
      <div class="row">
        <h3>${heading}</h3>
        ${drawLink(close, this.#post, "", "push small")}
      </div>
      ${this.draw(parts)}
    </section>`;
  }

  #chart(chart: ChartPart<ContentMessage>): TemplateResult {
    const { places, axis } = chart;
    const id = "id" in places ? places.id : axis;
    const view = getOrCreate(this.#charts, id, () => new ChartView(this.#post));
    return view.draw(chart, "id" in places ? (this.#places.get(id) ?? []) : places);
  }
}

function getPartName(part: Part<ContentMessage>): string {
  if ("heading" in part) return `${part.kind} ${part.heading ?? ""}`;
  return "label" in part ? `${part.kind} ${part.label}` : part.kind;
}

function getOrCreate<Value>(known: Map<string, Value>, key: string, make: () => Value): Value {
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}

function drawBusy({ sentence, share, now, cancel }: Busy<ContentMessage>, post: Post): TemplateResult {
  return html`<triptych-busy
    ?cancels=${cancel !== undefined}
    ?now=${now === true}
    .share=${share}
    @canceled=${() => cancel !== undefined && post(cancel)}
    >${sentence}</triptych-busy
  >`;
}

function drawFact({ name, value, copy, mono, wide }: Fact<ContentMessage>, post: Post): TemplateResult {
  return html`<triptych-fact
    .name=${name}
    .copy=${value === undefined ? "" : (copy ?? "")}
    ?mono=${mono === true && value !== undefined}
    ?wide=${wide === true}
    >${value === undefined ? nothing : html`<span class="lines">${drawText(value, post)}</span>`}</triptych-fact
  >`;
}

function drawTally({ sorts }: Tally<ContentMessage>, post: Post): TemplateResult {
  return html`<ul class="sorts">
    ${sorts.map(
      ({ label, icon: glyph, tone, act, count, percent }) =>
        html`<li>
          <button class="plain-link" type="button" @click=${() => post(act)}>
            ${icon(glyph, tone)}<span>${label}</span></button
          ><span class="number">${count}</span><span class="number quiet">${percent}</span>
        </li>`,
    )}
  </ul>`;
}

function drawChanges({ changes }: Changes<ContentMessage>, post: Post): TemplateResult {
  return html`<ul class="changes">
    ${changes.map(
      ({ icon: glyph, tone, spoken, name, under }) =>
        html`<li>
          ${glyph === undefined ? nothing : icon(glyph, tone)}
          <div>
            ${spoken === undefined ? nothing : html`<span class="visually-hidden">${spoken}</span>`}
            ${drawText(name, post)}
            <div class="quiet small">${drawText(under, post)}</div>
          </div>
        </li>`,
    )}
  </ul>`;
}
