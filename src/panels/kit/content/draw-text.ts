// Draws the texts and buttons of a page.
import { nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { html } from "../html.ts";
import { icon } from "../icon.ts";
import { isMac } from "../controls/keyboard.ts";
import "../text/time.ts";
import "../controls/tool-button.ts";
import type { ContentMessage, Button, Span, Text, Toolbar } from "./text-model.ts";

/** Sends a message, completed with the index of a row if it opens one. */
export type Post = (message: ContentMessage & { readonly at?: number }) => void;

export function drawText<A extends ContentMessage>(text: Text<A>, post: (message: A) => void): unknown {
  if (typeof text === "string") return inLines(withBreaks(text), text.includes("\n"));
  const drawn = text.map((span, at) =>
    at > 0 && isSetApart(span) ? html` ${drawSpan(span, post)}` : drawSpan(span, post),
  );
  return inLines(
    drawn,
    text.some((span) => span.text?.includes("\n")),
  );
}

function inLines(drawn: unknown, hasLines: boolean): unknown {
  return hasLines ? html`<span class="lines">${drawn}</span>` : drawn;
}

/** Matches names in code, one per line, but neither prose nor URLs. */
const NAMES = /^[\p{L}\d_.\n]+$/u;
/** Longer names in code may need a second line. */
const MAX_UNBROKEN_NAME_CHARS = 20;

/** Lets long names such as `com.example.SOME_PERMISSION` break after a dot or an underscore, not inside a word. */
function withBreaks(text: string): unknown {
  if (text.length <= MAX_UNBROKEN_NAME_CHARS || !NAMES.test(text)) return text;
  const [first = "", ...rest] = text.split(/(?<=[._])(?=\p{L})/u);
  return html`${first}${rest.map((part) => html`<wbr />${part}`)}`;
}

/** True if a span is set apart from the text before it. */
function isSetApart({ aside, looks }: Pick<Span, "aside" | "looks">): boolean {
  return aside === true || looks?.includes("tag") === true;
}

export function drawSpan<A extends ContentMessage>(
  { text, looks, tip, act, href, time, aside, ...rest }: Span<A>,
  post: (message: A) => void,
): TemplateResult {
  const classes = [...(looks ?? []), ...(aside === true ? ["aside"] : [])].join(" ");
  const glyph = rest.icon === undefined ? nothing : icon(rest.icon, rest.tone);
  const label = text === undefined ? (tip ?? nothing) : nothing;
  if (act !== undefined) {
    return html`<button class="plain-link ${classes}" type="button" title=${tip ?? nothing} @click=${() => post(act)}>
      ${glyph}${text}
    </button>`;
  }
  if (href !== undefined) {
    return html`<a class=${classes} href=${href} title=${tip ?? nothing} aria-label=${label}>${glyph}${text}</a>`;
  }
  if (time !== undefined) {
    const moment = html`<triptych-time class=${classes} datetime=${time}></triptych-time>`;
    return text === undefined ? moment : html`<span class=${classes}>${text} ${moment}</span>`;
  }
  return html`<span class=${classes} title=${tip ?? nothing}
    >${glyph}${text === undefined ? nothing : withBreaks(text)}</span
  >`;
}

/** Returns a text without its looks and tags. */
export function plainText(text: Text<ContentMessage>): string {
  if (typeof text === "string") return text;
  return text.map(({ text: words, looks }) => (looks?.includes("tag") === true ? "" : (words ?? ""))).join("");
}

export function drawToolbar({ label, buttons }: Toolbar<ContentMessage>, slot: string, post: Post): TemplateResult {
  return html`<span
    slot=${slot === "" ? nothing : slot}
    class=${slot === "" ? "row" : nothing}
    role="toolbar"
    aria-label=${label}
    ?hidden=${buttons.length === 0}
    >${drawEach(buttons, (each) => drawTool(each, post))}</span
  >`;
}

/** Draws buttons by what they do, so that the focus stays on its button when others come or go. */
export function drawEach<A extends ContentMessage>(
  buttons: readonly Button<A>[],
  drawOne: (button: Button<A>) => TemplateResult,
): unknown {
  return repeat(buttons, ({ act }) => JSON.stringify(act), drawOne);
}

/** Draws a button of a toolbar: an icon, and its label if there is room. */
export function drawTool(button: Button<ContentMessage>, post: Post): TemplateResult {
  const { act, label, hint = label, arrow, worded, pressed, trailing, idle } = button;
  return html`<triptych-tool
    icon=${button.icon ?? "question"}
    .name=${label}
    .hint=${arrow === undefined ? hint : `${hint} (${isMac() ? "⌥" : "Alt+"}${arrow})`}
    .idle=${idle ?? ""}
    ?worded=${worded === true}
    ?trailing=${trailing === true}
    pressed=${pressed === undefined ? "" : String(pressed)}
    @click=${() => post(act)}
  ></triptych-tool>`;
}

/** Draws a button that looks like a link, in a slot of a part if one is named. */
export function drawLink<A extends ContentMessage>(
  { act, label }: Button<A>,
  post: (message: A) => void,
  slot = "",
  classes = "",
): TemplateResult {
  return html`<button
    slot=${slot === "" ? nothing : slot}
    class="plain-link ${classes}"
    type="button"
    @click=${() => post(act)}
  >
    ${label}
  </button>`;
}

/** Draws a button: the primary one of its group, or a `second` one. */
export function drawButton<A extends ContentMessage>(
  button: Button<A>,
  post: (message: A) => void,
  { slot = "", second = false, push = false } = {},
) {
  return html`<button
    slot=${slot === "" ? nothing : slot}
    class="button ${second ? "second" : ""} ${push ? "push" : ""}"
    type="button"
    aria-disabled=${button.idle === undefined ? nothing : "true"}
    title=${button.idle ?? button.hint ?? nothing}
    @click=${() => button.idle === undefined && post(button.act)}
  >
    ${button.icon === undefined ? nothing : icon(button.icon)}${button.label}
  </button>`;
}
