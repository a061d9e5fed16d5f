// Draws controls: rows of buttons and selections, and fields.
import { nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { html } from "../html.ts";
import { icon } from "../icon.ts";
import type { Control, Controls, Fields, Select } from "./control-model.ts";
import type { ContentMessage } from "./text-model.ts";
import { drawTool, type Post } from "./draw-text.ts";

export function drawControls({ items }: Controls<ContentMessage>, post: Post): TemplateResult {
  const at = items.findIndex((item) => "push" in item);
  const [first, rest] = at < 0 ? [items, []] : [items.slice(0, at), items.slice(at + 1)];
  const draw = (some: readonly Control<ContentMessage>[]) => some.map((each) => drawControl(each, post));
  return html`<div class="row controls">
    ${draw(first)}${rest.length === 0 ? nothing : html`<span class="row push">${draw(rest)}</span>`}
  </div>`;
}

function drawControl(control: Control<ContentMessage>, post: Post): TemplateResult | typeof nothing {
  if ("button" in control) return drawTool(control.button, post);
  if ("select" in control) return drawSelect(control.select, post);
  if ("text" in control) return html`<span class="quiet small">${control.text}</span>`;
  if ("push" in control) return nothing;
  const { link, expanded } = control;
  return html`<button
    class="plain-link small"
    type="button"
    aria-expanded=${expanded ?? nothing}
    @click=${() => post(link.act)}
  >
    ${link.label}
  </button>`;
}

function drawSelect({ label, mark, name, groups }: Select<ContentMessage>, post: Post): TemplateResult {
  const options = groups.flatMap((group) => group.options);
  const option = (at: number) => {
    const { label: text, chosen } = options[at] ?? { label: "", chosen: false };
    // The extension may refuse what the reader picked: the model then stays the same, but the element doesn't.
    return html`<option value=${at} .selected=${live(chosen)}>${text}</option>`;
  };
  let next = 0;
  const drawn = groups.map((group) => ({ name: group.name, options: group.options.map(() => option(next++)) }));
  const onPick = ({ target }: Event): void => {
    const chosen = target instanceof HTMLSelectElement ? options[Number(target.value)] : undefined;
    if (chosen !== undefined) post(chosen.act);
  };
  return html`<span class="side"
    >${mark === undefined ? nothing : html`<b>${mark}</b>`}${name === undefined ? nothing : html`<span class="app">${name}</span>`}${pickField(
      label,
      drawn.length === 1
        ? drawn[0]?.options
        : drawn.map((group) => html`<optgroup label=${group.name}>${group.options}</optgroup>`),
      onPick,
    )}</span
  >`;
}

/** Draws a dropdown that looks like those of the workbench. */
export function pickField(label: string, options: unknown, onPick: (event: Event) => void): TemplateResult {
  return html`<span class="pick"
    ><select class="field" aria-label=${label} @change=${onPick}>
      ${options}</select
    >${icon("chevron-down")}</span
  >`;
}

/** Draws a field that filters as the user types. */
export function filterField(label: string, hint: string, text: string, onType: (text: string) => void): TemplateResult {
  return html`<span class="pick search"
    >${icon("filter")}<input
      class="field"
      type="search"
      placeholder=${hint}
      aria-label=${label}
      .value=${text}
      @input=${({ target }: Event) => onType(target instanceof HTMLInputElement ? target.value : "")}
  /></span>`;
}

/** Draws fields without a form, which VS Code lets no webview submit. Enter does the same as the button. */
export function drawFields(
  { label, fields, act, button, before, after }: Fields<ContentMessage>,
  post: Post,
): TemplateResult {
  const submit = ({ currentTarget }: Event): void => {
    if (button.disabled === true) return;
    const row = currentTarget instanceof Element ? currentTarget.closest(".fields") : null;
    const inputs = [...(row?.querySelectorAll("input") ?? [])];
    post({ ...act, ...Object.fromEntries(inputs.map(({ name, value }) => [name, value])) });
  };
  const key = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || event.isComposing || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    submit(event);
  };
  return html`<div class="fields" role="group" aria-label=${label} @keydown=${key}>
    ${before === undefined ? nothing : drawTool(before, post)}
    ${fields.map(({ name, label: word, hint, value, digits }) =>
      hint === undefined
        ? html`<label
            >${word}<input
              class="field"
              name=${name}
              inputmode=${digits === true ? "numeric" : nothing}
              autocomplete="off"
              .value=${value}
          /></label>`
        : html`<input
            class="field wide"
            name=${name}
            autocomplete="off"
            spellcheck="false"
            aria-label=${word}
            placeholder=${hint}
            .value=${value}
          />`,
    )}
    <button class="button second" type="button" aria-disabled=${button.disabled === true} @click=${submit}>
      ${button.icon === undefined ? nothing : icon(button.icon)}${button.label}
    </button>
    ${after === undefined ? nothing : drawTool(after, post)}
  </div>`;
}
