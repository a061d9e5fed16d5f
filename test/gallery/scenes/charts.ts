// Charts for the gallery: a range of blocks, the versions of an app, and a very long line.
import { html } from "lit";
import type { Presence } from "../../../src/panels/kit/chart/chart.ts";
import "../../../src/panels/kit/chart/chart.ts";
import type { Plot, Tick } from "../../../src/panels/kit/chart/chart-frame.ts";
import { scene } from "./scene.ts";

const count = new Intl.NumberFormat("en-GB");
const first = 103_482_317;

/** Returns a small generator of pseudorandom numbers, which are the same every time. */
function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

function wave(length: number, seed: number, scale: number): (number | null)[] {
  const next = noise(seed);
  return Array.from({ length }, (_, index) => {
    if (index > length * 0.7 && index < length * 0.7 + 6) return null;
    const busy = index > length * 0.42 && index < length * 0.6 ? 2 : 1;
    return Math.round((30 + 12 * Math.sin(index / 31) + 26 * next()) * busy * scale);
  });
}

function range(length: number): readonly Plot[] {
  const interval = noise(9);
  return [
    {
      name: "Transactions",
      format: (value) => count.format(value),
      lines: [{ name: "transactions", values: wave(length, 7, 1) }],
    },
    {
      name: "Gas",
      format: (value) => `${(value / 1e6).toFixed(1)} M`,
      lines: [{ name: "gas", values: wave(length, 11, 24_000) }],
    },
    {
      name: "Interval",
      format: (value) => `${value.toFixed(1)} s`,
      lines: [
        {
          name: "since the block before",
          values: Array.from({ length }, (_, index) => (index === Math.floor(length / 3) ? 5.1 : 2 + interval() / 20)),
        },
      ],
    },
  ];
}

const blockTick = (place: number): Tick => ({ name: count.format(first + place) });
const versions: readonly [string, string][] = [
  ["7.8", "9 Jan"],
  ["7.9", "2 Mar"],
  ["8.0", "20 Apr"],
  ["8.1", "15 Jun"],
  ["8.2", "1 Sep"],
  ["8.3", "12 Oct"],
  ["8.4", "19 Nov"],
];
const whole = (value: number): string => count.format(value);
const timeline: readonly Plot[] = [
  {
    name: "Trackers",
    stepped: true,
    height: 96,
    format: whole,
    lines: [{ name: "trackers", values: [2, 2, 3, 3, 3, 3, 4], ending: "4 trackers" }],
  },
  {
    name: "Permissions",
    stepped: true,
    height: 136,
    format: whole,
    lines: [
      { name: "dangerous", values: [4, 4, 5, null, 6, 6, 6], ending: "6 dangerous" },
      { name: "permissions", values: [17, 17, 19, 19, 20, 20, 21], ending: "21 in all" },
    ],
  },
];
const DAY_MS = 86_400_000;
const gridWords = {
  added: "added in {0}",
  removed: "removed in {0}",
  absent: "Not in these versions: {0}",
  lines: "Permissions",
};
const gridLines = [
  { name: "All permissions", line: 2 },
  { name: "Dangerous", icon: "warning", line: 1 },
] as const;
const presence: Presence = {
  grid: {
    groups: [
      {
        name: "Advertisement",
        rows: [
          { name: "AppLovin (MAX and SparkLabs)", runs: [[6, 6]] },
          { name: "Google AdMob", runs: [[5, 6]] },
        ],
      },
      { name: "Analytics", rows: [{ name: "Google Firebase Analytics", runs: [[0, 6]] }] },
      {
        name: "Crash reporting",
        rows: [
          { name: "Google CrashLytics", runs: [[2, 6]] },
          { name: "HockeyApp", runs: [[0, 4]] },
        ],
      },
    ],
    times: ["01-09", "03-02", "04-20", "06-15", "09-01", "10-12", "11-19"].map((day) => Date.parse(`2026-${day}`)),
    end: Date.parse("2026-11-20"),
    unknown: [3],
  },
  lines: gridLines,
  words: gridWords,
  changes: [
    "First report",
    "",
    "Added: Google CrashLytics.",
    "",
    "",
    "Added: Google AdMob. Removed: HockeyApp.",
    "Added: AppLovin (MAX and SparkLabs).",
  ],
};
const longStart = Date.parse("2019-01-14");
const days = new Intl.DateTimeFormat("en-GB", { month: "short", year: "numeric", timeZone: "UTC" });
const longPresence: Presence = {
  grid: {
    groups: [
      {
        name: "Advertisement",
        rows: [
          { name: "AppLovin (MAX and SparkLabs)", runs: [[212, 299]] },
          {
            name: "Google AdMob",
            runs: [
              [12, 266],
              [274, 299],
            ],
          },
          { name: "Unity3d Ads", runs: [[140, 281]] },
        ],
      },
      {
        name: "Analytics",
        rows: [
          { name: "Adjust", runs: [[91, 299]] },
          { name: "Flurry", runs: [[0, 88]] },
        ],
      },
      {
        name: "Crash reporting",
        rows: [
          {
            name: "Sentry",
            runs: [
              [287, 290],
              [294, 299],
            ],
          },
        ],
      },
    ],
    times: Array.from({ length: 300 }, (_, place) => longStart + place * 9 * DAY_MS),
    end: longStart + 300 * 9 * DAY_MS,
    unknown: [],
  },
  lines: gridLines,
  words: gridWords,
  changes: [],
};
const longTimeline: readonly Plot[] = [
  {
    name: "Trackers",
    stepped: true,
    format: whole,
    lines: [{ name: "trackers", values: Array.from({ length: 300 }, (_, place) => 2 + (place % 90 > 60 ? 1 : 0)) }],
  },
  {
    name: "Permissions",
    stepped: true,
    format: whole,
    lines: [
      { name: "dangerous", values: Array.from({ length: 300 }, (_, place) => 3 + Math.floor(place / 100)) },
      { name: "permissions", values: Array.from({ length: 300 }, (_, place) => 11 + Math.floor(place / 40)) },
    ],
  },
];
const versionTick = (place: number): Tick => ({ name: versions[place]?.[0] ?? "", under: versions[place]?.[1] ?? "" });
const ranged = range(600);
const many = range(100_000).slice(0, 1);
const sum = (from: number, to: number): string => `${count.format(to - from + 1)} blocks`;

export function charts() {
  return html`${scene(
    "range-chart",
    "Chart of 600 blocks",
    html`<triptych-chart
      axis="Block"
      .plots=${ranged}
      .tick=${blockTick}
      .sum=${sum}
      .marks=${[{ at: 371, word: "break at 103,482,688", broken: true }]}
      ><span class="quiet small">20 November 2026, 14:09:00 – 14:28:59 UTC</span></triptych-chart
    >`,
  )}
  ${scene(
    "version-chart",
    "Chart of versions",
    html`<triptych-chart
      axis="Version"
      .plots=${timeline}
      .tick=${versionTick}
      .marks=${[
        { at: 4, word: "A" },
        { at: 6, word: "B" },
      ]}
      ><span class="quiet small">Google Play, 7 versions</span></triptych-chart
    >`,
  )}
  ${scene(
    "version-grid",
    "Grid of versions",
    html`<triptych-chart
      axis="Version"
      .plots=${timeline}
      .tick=${versionTick}
      .presence=${presence}
      .marks=${[
        { at: 2, word: "A" },
        { at: 6, word: "B" },
      ]}
      ><span class="quiet small">Google Play, 7 versions</span></triptych-chart
    >`,
  )}
  ${scene(
    "long-grid",
    "Grid of 300 versions",
    html`<triptych-chart
      axis="Version"
      .plots=${longTimeline}
      .tick=${(place: number) => ({ name: `${1 + Math.floor(place / 25)}.${place % 25}`, under: days.format(longStart + place * 9 * DAY_MS) })}
      .presence=${longPresence}
      .marks=${[
        { at: 64, word: "A" },
        { at: 299, word: "B" },
      ]}
    ></triptych-chart>`,
  )}
  ${scene(
    "long-chart",
    "Chart of 100,000 blocks, of one and of none",
    html`<triptych-chart axis="Block" .plots=${many} .tick=${blockTick} .sum=${sum}></triptych-chart
      ><triptych-chart
        axis="Version"
        .plots=${[{ name: "Trackers", stepped: true, format: whole, lines: [{ name: "trackers", values: [0], ending: "0 trackers" }] }]}
        .tick=${versionTick}
      ></triptych-chart
      ><triptych-chart
        axis="Block"
        .plots=${[{ name: "Gas", format: whole, lines: [{ name: "gas", values: [null, null, null] }] }]}
        .tick=${blockTick}
      ></triptych-chart>`,
  )}`;
}
