import { nothing } from "lit";
import "../kit/banner.ts";
import "../kit/busy.ts";
import "../kit/facts.ts";
import { html } from "../kit/html.ts";
import { icon } from "../kit/icon.ts";
import type { Column } from "../kit/table.ts";
import "../kit/table.ts";
import type { Check, FromRange, Verification, Words } from "./messages.ts";

type Done = Extract<Verification, { readonly is: "done" }>;
type Post = (message: FromRange) => void;

const LOOKS = {
  good: { icon: "pass", tone: "good" },
  bad: { icon: "error", tone: "bad" },
  caution: { icon: "warning", tone: "caution" },
  idle: { icon: "circle-slash", tone: "" },
} as const;

/** Whether the chain holds: not asked yet, being looked at, or what was found. */
export function verification(about: Verification, words: Words, title: string, post: Post) {
  return html`<section>
    <h2>
      ${words.verify} <span class="quiet">${title}</span
      ><button
        class="button second push"
        type="button"
        ?disabled=${about.is === "running"}
        @click=${() => post({ type: "verify" })}
      >
        ${icon("verified")}${about.is === "idle" ? words.verifyRange : words.verifyAgain}
      </button>
    </h2>
    ${body(about, words, post)}
  </section>`;
}

function body(about: Verification, words: Words, post: Post) {
  switch (about.is) {
    case "idle":
      return nothing;
    case "running":
      return html`<triptych-busy now cancels .share=${about.share} @cancelled=${() => post({ type: "cancelVerify" })}
        >${about.sentence}</triptych-busy
      >`;
    case "failed":
      return html`<triptych-banner kind="failed"
        ><b>${about.heading}</b> ${about.sentence}<button
          slot="actions"
          class="plain-link alone"
          type="button"
          @click=${() => post({ type: "verify" })}
        >
          ${words.verifyAgain}
        </button></triptych-banner
      >`;
    case "done":
      return done(about, words, post);
  }
}

function done(about: Done, words: Words, post: Post) {
  return html`<triptych-banner kind=${about.good ? "done" : "failed"}
      ><b>${about.heading}</b> ${about.sentence}${
        about.good
          ? nothing
          : html`<button
              slot="actions"
              class="plain-link alone"
              type="button"
              @click=${() => post({ type: "openBoth" })}
            >
              ${words.openBoth}
            </button>`
      }<button slot="actions" class="plain-link alone" type="button" @click=${() => post({ type: "copyReport" })}>
        ${words.copyReport}
      </button></triptych-banner
    >
    ${
      about.facts.length === 0
        ? nothing
        : html`<triptych-facts
            >${about.facts.map(
              ({ name, value }) => html`<triptych-fact mono wide .name=${name} .copy=${value}>${value}</triptych-fact>`,
            )}</triptych-facts
          >`
    }
    <triptych-table
      .label=${words.verify}
      .columns=${columns(about, words, post)}
      .rows=${about.checks}
    ></triptych-table>`;
}

/** What counts are checked with stands beside the last check, which is theirs. */
function columns({ checks, count }: Done, words: Words, post: Post): readonly Column<Check>[] {
  const button = html` <button class="plain-link" type="button" @click=${() => post({ type: "count" })}>
    ${count}
  </button>`;
  return [
    {
      name: words.check,
      width: "minmax(0, 2fr)",
      cell: ({ name, tone }) => html`${icon(LOOKS[tone].icon, LOOKS[tone].tone)} ${name}`,
    },
    {
      name: words.result,
      short: words.result,
      cell: ({ result }, place) =>
        html`${result}${count === undefined || place < checks.length - 1 ? nothing : button}`,
    },
    {
      name: words.blocks,
      short: words.blocks,
      width: "minmax(80px, auto)",
      numeric: true,
      cell: ({ blocks }) => blocks,
    },
  ];
}
