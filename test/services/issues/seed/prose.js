/** Sentences for generated projects that readers can tell apart. */

/** @typedef {import("../../core/random.js").Random} Random */

const THINGS = [
  "The depth contours",
  "Light sectors",
  "Buoy labels",
  "The scale bar",
  "Tile loading",
  "The route line",
  "Wreck symbols",
  "The night palette",
  "Station names",
  "The legend",
  "Cursor coordinates",
  "Anchorage marks",
];
const TROUBLES = [
  "flicker",
  "vanish",
  "overlap the coastline",
  "are drawn twice",
  "jump by one tile",
  "stay in the old colours",
  "take seconds to appear",
  "lose their units",
  "ignore the rotation",
  "leak memory",
];
const OCCASIONS = [
  "past zoom level 14",
  "on a rotated chart",
  "across the antimeridian",
  "after the language changes",
  "without a network",
  "with a screen reader",
  "on the second visit",
  "when printing",
  "in Safari 18",
  "with metric units",
];
const REMARKS = [
  "I can reproduce this with the sample chart of the Solent.",
  "Could you attach the console output, please?",
  "I think this started with the tile cache. `git bisect` agrees.",
  "Works for me on 0.9.3; which version is yours?",
  "The projection is requested before the style has loaded, so the first frame is empty.",
  "Good catch. I would rather fix the cause than hide it for a frame.",
  "We had this before, and fixed it in the wrong place.",
  "I have a branch with half of it; the other half needs a decision.",
  "Sorry for the silence, I was at sea. Back at it now.",
  "+1 from the harbour office, they see it daily.",
  "Would a test with two tiles be enough, or does it need the whole sheet?",
  "That is by design, though I agree that it doesn't look that way.",
];
const SNIPPETS = [
  '```ts\nchart.on("idle", () => chart.redraw({ keep: true }));\n```',
  "```console\n$ npm run chart -- --sheet 2036\nwarning: 3 soundings without a datum\n```",
  "| zoom | tiles | ms |\n|---:|---:|---:|\n| 12 | 16 | 41 |\n| 14 | 64 | 380 |",
  "- [x] seen on Linux\n- [ ] seen on Windows\n- [ ] explained",
  "> by design\n\nThen the design should be drawn somewhere.",
];

/** @param {Random} random */
export const issueTitle = (random) => `${random.pick(THINGS)} ${random.pick(TROUBLES)} ${random.pick(OCCASIONS)}`;

/** @param {Random} random */
export const bodyText = (random) => {
  const parts = [`${random.pick(THINGS)} ${random.pick(TROUBLES)} ${random.pick(OCCASIONS)}.`];
  if (random.chance(0.6)) parts.push(random.pick(SNIPPETS));
  if (random.chance(0.4)) parts.push(`Seen with version 0.${random.between(4, 9)}.${random.between(0, 12)}.`);
  return parts.join("\n\n");
};

/** @param {Random} random */
export const commentText = (random) => {
  const parts = [random.pick(REMARKS)];
  if (random.chance(0.35)) parts.push(random.pick(SNIPPETS));
  if (random.chance(0.15)) parts.push(`@${random.pick(["nadia", "wren", "yuki"])} what do you think?`);
  return parts.join("\n\n");
};
