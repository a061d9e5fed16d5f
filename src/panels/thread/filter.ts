// The bar above a thread that filters, sorts and searches its lines.
import { nothing, type TemplateResult } from "lit";
import type { KitEventMap } from "../kit/events.ts";
import { html } from "../kit/html.ts";
import "../kit/icon.ts";
import "../kit/controls/kind-switch.ts";
import { fill, format } from "../kit/localization.ts";
import "../kit/controls/tool-button.ts";
import type { LineView, ThreadView } from "./messages.ts";
import { isNarrowed, type Choice } from "./line-filter.ts";
import type { State } from "./state.ts";

export interface FilterActions {
  readonly choose: (change: Partial<Choice>) => void;
  readonly leaveSearch: () => void;
  readonly showAll: () => void;
  readonly showDates: () => void;
}

/** Draws the bar from the reader's current choice. */
export function filter(
  { strings, counts }: ThreadView,
  { choice, dates }: Pick<State, "choice" | "dates">,
  { choose, leaveSearch, showDates }: FilterActions,
): TemplateResult {
  const kinds = [
    { id: "all", name: strings.all, count: format.count(counts.all) },
    { id: "comments", name: strings.comments, count: format.count(counts.comments) },
    { id: "events", name: strings.events, count: format.count(counts.events) },
  ] as const;
  const dated = choice.since !== "" || choice.before !== "";
  const order = choice.newestFirst ? strings.newestFirst : strings.oldestFirst;
  return html`<div class="filter">
    <triptych-kinds
      label=${strings.kinds}
      chosen=${choice.kind}
      .kinds=${kinds}
      @chosen=${({ detail }: KitEventMap["chosen"]) => {
        const kind = kinds.find(({ id }) => id === detail)?.id;
        if (kind !== undefined) choose({ kind });
      }}
    ></triptych-kinds>
    <span class="row push">
      <triptych-tool
        worded
        icon="sort-precedence"
        name=${order}
        hint=${choice.newestFirst ? strings.oldestFirst : strings.newestFirst}
        @click=${() => choose({ newestFirst: !choice.newestFirst })}
      ></triptych-tool>
      <triptych-tool
        icon="calendar"
        name=${strings.dates}
        pressed=${String(dates || dated)}
        @click=${showDates}
      ></triptych-tool>
      <span class="pick search"
        ><triptych-icon name="search"></triptych-icon
        ><input
          class="field"
          type="search"
          data-search
          placeholder=${strings.search}
          aria-label=${strings.search}
          .value=${choice.search}
          @input=${onTyped((value) => choose({ search: value }))}
          @keydown=${(event: KeyboardEvent) => {
            if (event.key !== "Escape" || event.isComposing) return;
            event.preventDefault();
            event.stopPropagation();
            leaveSearch();
          }} /></span
    ></span>
    ${
      dates || dated
        ? html`<span class="dates">
            <label>${strings.since} ${dateField(choice.since, (since) => choose({ since }))}</label>
            <label>${strings.before} ${dateField(choice.before, (before) => choose({ before }))}</label>
          </span>`
        : nothing
    }
  </div>`;
}

/** Says how many comments and events pass the filter, and offers to show all again. */
export function hiddenNotice(
  { strings }: ThreadView,
  { choice, incoming }: Pick<State, "choice" | "incoming">,
  { showAll }: FilterActions,
  shown: { readonly lines: number; readonly of: number },
): TemplateResult | typeof nothing {
  if (!isNarrowed(choice)) return nothing;
  return html`<p class="left-out" role="status">
    ${fill(strings.shown, format.count(shown.lines), format.count(shown.of))}
    ${choice.search.trim() !== "" && incoming.lines.some(isCut) ? strings.searchCut : nothing}
    <button class="plain-link" type="button" @click=${showAll}>${strings.showAll}</button>
  </p>`;
}

/** Whether the page has only the beginning of a text. */
function isCut(line: LineView): boolean {
  return line.kind === "comment" && (line.more ?? line.notes?.find(({ cut }) => cut !== "")) !== undefined;
}

function dateField(value: string, changed: (value: string) => void): TemplateResult {
  return html`<input class="field" type="date" .value=${value} @change=${onTyped(changed)} />`;
}

function onTyped(changed: (value: string) => void): (event: Event) => void {
  return ({ target }) => {
    if (target instanceof HTMLInputElement) changed(target.value);
  };
}
