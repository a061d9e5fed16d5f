import { nothing } from "lit";
import type { TemplateResult } from "lit";
import { html } from "../kit/html.ts";
import { icon } from "../kit/icon.ts";
import type { Button, Option, TrackerName } from "./messages.ts";

export type Act = (act: Button["act"]) => void;
export type OpenTracker = (tracker: number) => void;

/** A tracker's name opens its panel; beside it is the way to its page on the web. */
export function trackerName({ name, tracker, href, onTheWeb }: TrackerName, open: OpenTracker): TemplateResult {
  return html`<button class="plain-link" type="button" @click=${() => open(tracker)}>${name}</button>${" "}<a
      class="aside"
      href=${href}
      title=${onTheWeb}
      aria-label=${onTheWeb}
      >${icon("link-external")}</a
    >`;
}

/** A button of a toolbar. */
export function worded({ act, label, icon: name, hint, worded: word, pressed }: Button, run: Act): TemplateResult {
  return html`<triptych-tool
    icon=${name ?? "question"}
    name=${label}
    hint=${hint ?? label}
    ?worded=${word === true}
    pressed=${pressed === undefined ? "" : String(pressed)}
    @click=${() => run(act)}
  ></triptych-tool>`;
}

/** A button that looks like a link. */
export function wordLink({ act, label }: Button, run: Act, kind = ""): TemplateResult {
  return html`<button class="plain-link ${kind}" type="button" @click=${() => run(act)}>${label}</button>`;
}

/** One of a list, as the workbench draws its own. */
export function fieldPick(label: string, options: readonly Option[], choose: (value: string) => void): TemplateResult {
  return field(label, options.map(option), choose);
}

/** One of several lists, each under its name; a single list goes without one. */
export function groupPick(
  label: string,
  groups: readonly { readonly name: string; readonly options: readonly Option[] }[],
  choose: (value: string) => void,
): TemplateResult {
  const [only, ...more] = groups;
  const drawn =
    only !== undefined && more.length === 0
      ? only.options.map(option)
      : groups.map(({ name, options }) => html`<optgroup label=${name}>${options.map(option)}</optgroup>`);
  return field(label, drawn, choose);
}

function field(label: string, options: readonly TemplateResult[], choose: (value: string) => void): TemplateResult {
  const picked = (event: Event): void => {
    if (event.target instanceof HTMLSelectElement) choose(event.target.value);
  };
  return html`<span class="pick"
    ><select class="field" aria-label=${label} @change=${picked}>
      ${options}</select
    >${icon("chevron-down")}</span
  >`;
}

function option({ value, label, chosen }: Option): TemplateResult {
  return html`<option value=${value} .selected=${chosen}>${label}</option>`;
}

export function newTag(words: string): TemplateResult | typeof nothing {
  return words === "" ? nothing : html` <span class="tag">${words}</span>`;
}
