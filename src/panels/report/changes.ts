import { nothing } from "lit";
import type { TemplateResult } from "lit";
import { html } from "../kit/html.ts";
import { icon } from "../kit/icon.ts";
import { groupPick, trackerName, worded } from "./controls.ts";
import type { Act, OpenTracker } from "./controls.ts";
import type { Picture } from "./messages.ts";
import type { ChangeLine, ChangeSection, Comparison, SidePick } from "./timeline-messages.ts";

export interface Ways {
  readonly act: Act;
  readonly openTracker: OpenTracker;
  readonly chooseSide: (side: "from" | "to", report: number, handle: string) => void;
  readonly picture: (picture: Picture, level?: number) => TemplateResult;
  /** Whether what stayed the same is shown. */
  readonly stays: boolean;
  readonly fold: (open: boolean) => void;
}

/** What came and what went between two versions, and what stayed where one asks for it. */
export function changes(found: Comparison, ways: Ways): TemplateResult {
  const { heading, from, to, swap, buttons, sections, same, busy, picture } = found;
  const [other, ...giving] = buttons;
  return html`<section>
    <h2>${heading}</h2>
    <div class="row sides">
      ${side(from, ways)} ${worded(swap, ways.act)} ${side(to, ways)}
      ${other === undefined ? nothing : worded({ ...other, worded: true }, ways.act)}
      <span class="row push">${giving.map((each) => worded({ ...each, worded: true }, ways.act))}</span>
    </div>
    ${busy === undefined ? nothing : html`<triptych-busy>${busy}</triptych-busy>`}
    ${picture === undefined ? nothing : ways.picture(picture, 3)}
    <div class="differences" role="status">${sections.map((each) => part(each, ways))}</div>
    ${
      same === undefined || sections.every((each) => each.same.length === 0)
        ? nothing
        : html`<p class="small more">
            <button class="plain-link" type="button" aria-expanded=${ways.stays} @click=${() => ways.fold(!ways.stays)}>
              ${ways.stays ? same.hide : same.show}
            </button>
          </p>`
    }
  </section>`;
}

function side(pick: SidePick | undefined, { chooseSide }: Ways): TemplateResult | typeof nothing {
  if (pick === undefined) return nothing;
  const options = pick.groups.flatMap((each) => each.options);
  return html`<span class="side"
    ><b>${pick.word}</b>${pick.app === undefined ? nothing : html`<span class="app">${pick.app}</span>`}${groupPick(
      pick.label,
      pick.groups,
      (value) => {
        const chosen = options.find((each) => each.value === value);
        if (chosen !== undefined) chooseSide(pick.side, chosen.report, chosen.handle);
      },
    )}</span
  >`;
}

function part({ heading, count, lines, same, note }: ChangeSection, ways: Ways): TemplateResult {
  const shown = ways.stays ? [...lines, ...same] : lines;
  return html`<div>
    <h3>${heading} <span class="count">${count}</span></h3>
    ${note === undefined ? nothing : html`<p class="quiet small note">${note}</p>`}
    ${
      shown.length === 0
        ? nothing
        : html`<ul class="changes">
            ${shown.map((each) => line(each, ways))}
          </ul>`
    }
  </div>`;
}

const MARKS = {
  added: { name: "diff-added", tone: "good" },
  removed: { name: "diff-removed", tone: "bad" },
  same: { name: "check", tone: "" },
} as const;

function line(
  { kind, word, where, name, full, mono, tracker, level, about }: ChangeLine,
  { openTracker }: Ways,
): TemplateResult {
  const mark = MARKS[kind];
  const words = html`<span class=${mono ? "mono" : ""} title=${full ?? nothing}>${name}</span>`;
  return html`<li>
    ${icon(mark.name, mark.tone)}
    <div>
      <span class="unheard">${word}</span> ${tracker === undefined ? words : trackerName(tracker, openTracker)}
      <div class="quiet small">
        ${where === "" ? nothing : html`${where}${about === "" && level === undefined ? "" : " · "}`}${
          level === undefined
            ? nothing
            : html`<span class="level">${icon(level.icon, level.tone)} ${level.word}</span>${about === "" ? "" : " · "}`
        }${about}
      </div>
    </div>
  </li>`;
}
