import type { Mark, Plot } from "../kit/chart-frame.ts";
import { html } from "../kit/html.ts";
import { fill, format, language } from "../kit/words.ts";
import { isLong, tickOf } from "./axis.ts";
import type { Row, Stretch, Verification, Words } from "./messages.ts";

interface Does {
  readonly open: (number: string) => void;
  readonly choose: (stretch: Stretch | undefined) => void;
}

const NANOSECONDS = 1e9;

let drawn: Drawn | undefined;

interface Drawn {
  readonly rows: readonly Row[];
  readonly plots: readonly Plot[];
  /** It begins on one day and ends on another. */
  readonly isLong: boolean;
}

/** Transactions, gas, size and interval on one axis. A double is near enough to draw a line; words have every digit. */
export function chart(rows: readonly Row[], words: Words, about: Verification | undefined, { open, choose }: Does) {
  // The same plots are the same picture: it is drawn anew only for others.
  if (drawn?.rows !== rows) drawn = { rows, plots: plotsOf(rows, words), isLong: isLong(rows) };
  return html`<triptych-chart
    opens
    .axis=${words.axis}
    .under=${words.closed}
    .plots=${drawn.plots}
    .marks=${marksOf(rows, words, about)}
    .tick=${(place: number) => tickOf(rows[place], drawn?.isLong ?? false, format)}
    .sum=${(from: number, to: number) => sumOf(rows.slice(from, to + 1), words)}
    @opened=${({ detail }: CustomEvent<number>) => {
      const row = rows[detail];
      if (row !== undefined) open(row.number);
    }}
    @ranged=${({ detail }: CustomEvent<Stretch | undefined>) => choose(detail)}
  ></triptych-chart>`;
}

function plotsOf(rows: readonly Row[], words: Words): readonly Plot[] {
  const plot = (name: string, of: (row: Row) => string | undefined): Plot => ({
    name,
    lines: [
      {
        name: name.toLocaleLowerCase(language()),
        values: rows.map((row) => numberOf(of(row))),
        exact: (place) => {
          const row = rows[place];
          const digits = row === undefined ? undefined : of(row);
          return digits === undefined ? undefined : format.count(BigInt(digits));
        },
      },
    ],
    format: (value) => format.compact(value),
  });
  return [
    plot(words.transactions, ({ count }) => count),
    plot(words.gas, ({ gas }) => gas),
    plot(words.size, ({ size }) => size),
    intervals(rows, words),
  ];
}

function intervals(rows: readonly Row[], words: Words): Plot {
  return {
    name: words.interval,
    lines: [
      {
        name: words.interval.toLocaleLowerCase(language()),
        values: rows.map(({ interval }) => {
          const nanoseconds = numberOf(interval);
          return nanoseconds === null ? null : nanoseconds / NANOSECONDS;
        }),
        exact: (place) => (rows[place]?.number === "0" ? words.noInterval : undefined),
      },
    ],
    format: (value) => fill(words.seconds, format.fixed(value, 3)),
  };
}

/** The break stands at its block, or at the last one before it where the block itself is missing. */
function marksOf(rows: readonly Row[], words: Words, about: Verification | undefined): readonly Mark[] {
  if (about?.is !== "done" || about.at === undefined || rows.length === 0) return [];
  const broken = BigInt(about.at);
  const at = rows.findIndex(({ number }) => BigInt(number) >= broken);
  return [{ at: at < 0 ? rows.length - 1 : at, word: words.broken, broken: true }];
}

function sumOf(rows: readonly Row[], words: Words): string {
  const total = (of: (row: Row) => string | undefined): bigint =>
    rows.reduce((sum, row) => sum + BigInt(of(row) ?? 0), 0n);
  const seconds = Number(total(({ interval }) => interval) / BigInt(NANOSECONDS));
  return fill(
    words.sum,
    format.count(rows.length),
    format.duration(seconds),
    format.count(total(({ count }) => count)),
    format.compact(total((row) => row.gas)),
  );
}

function numberOf(digits: string | undefined): number | null {
  return digits === undefined ? null : Number(digits);
}
