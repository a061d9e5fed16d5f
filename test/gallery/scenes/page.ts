// A page of facts with a part of every kind, drawn by the renderer of pages.
import { html, render } from "lit";
import type { ChartPart, ChartPlace } from "../../../src/panels/kit/content/chart-model.ts";
import type { Part } from "../../../src/panels/kit/content/content-model.ts";
import type { ContentMessage } from "../../../src/panels/kit/content/text-model.ts";
import { PartDrawer } from "../../../src/panels/kit/content/draw-parts.ts";
import "../../../src/panels/content/content.css";

const act = (type: string): ContentMessage => ({ type });
const HASH = "0x28486b8d02dacf58c2f273b7888ec16bb4d033a294583fca309d32f71d0b703910ccfcddeb1a2c0ab25da5f0ba2c000e";

const places: readonly ChartPlace<ContentMessage>[] = Array.from({ length: 40 }, (_, at) => ({
  name: String(1400 + at),
  under: new Date(Date.UTC(2026, 10, 20, 14, 0, 2 * at)).toISOString(),
  values: [at % 7 === 3 ? null : String(at * 4870), at === 0 ? "First block" : String(1_500_000_000 + at * 10_000_000)],
  keys: { A: act(`from ${at}`) },
}));

const chart: ChartPart<ContentMessage> = {
  kind: "chart",
  heading: "Gas by block",
  count: "40 blocks",
  axis: "Block",
  under: "Closed (UTC)",
  timed: true,
  plots: [
    { name: "Gas", shown: "short", lines: [{ name: "gas" }] },
    { name: "Interval", shown: { seconds: "{0} s" }, lines: [{ name: "interval" }] },
  ],
  places,
  marks: [{ at: 12, word: "broken here", broken: true }],
  keys: { names: ["A"], words: "compare" },
};

/** The compiler requires one of each kind. */
const samples: { readonly [Kind in Part["kind"]]: Extract<Part<ContentMessage>, { readonly kind: Kind }> } = {
  banner: {
    kind: "banner",
    tone: "caution",
    start: "Offline.",
    sentence: "Showing data from 14:12.",
    buttons: [{ act: act("retry"), label: "Try Again" }],
  },
  busy: { kind: "busy", sentence: "Loading blocks: 240 of 600…", share: 0.4, now: true, cancel: act("cancel") },
  changes: {
    kind: "changes",
    changes: [
      {
        icon: "diff-added",
        tone: "good",
        spoken: "Added:",
        name: [
          { text: "Google AdMob", act: act("open tracker") },
          { icon: "link-external", href: "https://example.org/", tip: "Open Google AdMob on the web", aside: true },
        ],
        under: [{ text: "only in Lantern · " }, { icon: "warning", tone: "caution", text: " Dangerous" }],
      },
    ],
  },
  chart,
  code: { kind: "code", label: "Raw JSON", language: "json", text: '{\n  "number": 1985,\n  "gas_used": 0\n}' },
  columns: {
    kind: "columns",
    parts: [
      { kind: "text", text: "Left" },
      { kind: "text", text: "Right" },
    ],
  },
  controls: {
    kind: "controls",
    items: [
      {
        select: {
          label: "Version",
          mark: "A",
          name: "Lantern",
          groups: [
            {
              name: "Google Play",
              options: ["8.4", "8.3"].map((label, at) => ({ label, chosen: at === 0, act: act(label) })),
            },
          ],
        },
      },
      { button: { act: act("swap"), label: "Swap", icon: "arrow-swap" } },
      { link: { act: act("unfold"), label: "Show 12 More" }, expanded: false },
      { text: "Latest report from this source" },
      { push: true },
      { button: { act: act("export"), label: "Export…", icon: "export", worded: true } },
    ],
  },
  empty: {
    kind: "empty",
    icon: "search",
    heading: "App not found",
    sentence: "Check the spelling, or request an analysis.",
    list: {
      label: "Similar names:",
      items: [[{ text: "org.example.tramway", looks: ["mono"], act: act("open app") }]],
    },
    buttons: [
      { act: act("find"), label: "Find App…" },
      { act: act("request"), label: "Request an Analysis", icon: "link-external" },
    ],
  },
  facts: {
    kind: "facts",
    facts: [
      { name: "Page hash", value: HASH, copy: HASH, mono: true, wide: true },
      { name: "Report", value: [{ text: "40812", href: "https://example.org/40812" }], copy: "40812" },
      { name: "Signatures", value: "io.fabric.\ncom.crashlytics.", mono: true, wide: true },
      { name: "Full rewards from the balance" },
    ],
  },
  fields: {
    kind: "fields",
    label: "Range",
    fields: [
      { name: "from", label: "First", value: "1,400", digits: true },
      { name: "to", label: "Last", value: "1,699", digits: true },
    ],
    act: act("show"),
    button: { label: "Show Range" },
    before: { act: act("earlier"), label: "Earlier", icon: "arrow-left" },
    after: { act: act("later"), label: "Later", icon: "arrow-right" },
  },
  figures: {
    kind: "figures",
    figures: [
      { value: "182K", word: "gas", tip: "181,774 gas" },
      { value: "6", word: "trackers" },
    ],
  },
  links: { kind: "links", links: ["1,408", "1,412"].map((label) => ({ label, act: act(label) })) },
  meter: { kind: "meter", name: "Gas used", sentence: "2,860,000 of 15,000,000", share: 0.19, percent: "19%" },
  prose: { kind: "prose", text: "A **tracker** of [crashes](docs/).", base: "https://example.org/" },
  section: {
    kind: "section",
    heading: "Trackers",
    count: "2",
    link: { act: act("changes"), label: "Show Changes since 8.3" },
    parts: [
      {
        kind: "section",
        level: 3,
        heading: "Advertisement",
        icon: "folder",
        count: "1",
        live: true,
        parts: [{ kind: "text", text: "Found in the app's code.", quiet: true }],
      },
      {
        kind: "facts",
        facts: [{ name: "App", value: "org.example.tramway.DYNAMIC_RECEIVER_NOT_EXPORTED_PERMISSION", mono: true }],
      },
    ],
  },
  table: {
    kind: "table",
    label: "Apps",
    columns: [
      { name: "Package name", look: "mono", searched: true, copied: true, opens: true },
      { name: "Source", short: true },
    ],
    rows: ["org.example.larder", "org.example.tramway"].map((handle, at) => ({
      cells: [at === 0 ? handle : [{ text: handle }, { icon: "eye", text: "Watched", looks: ["tag"] }], "Google Play"],
    })),
    open: act("open row"),
    detail: {
      row: 0,
      serial: 1,
      heading: "Larder",
      close: { label: "Close", act: act("close row") },
      parts: [
        { kind: "facts", facts: [{ name: "Developer", value: [{ text: "Pantry", act: act("open developer") }] }] },
      ],
    },
    filter: { label: "Filter by package name", hint: "Filter by package name", none: "No matching package names" },
  },
  tabs: {
    kind: "tabs",
    label: "App",
    chosen: "report",
    tabs: [
      { id: "report", label: "Report", act: act("choose report") },
      { id: "timeline", label: "Timeline", count: "8", act: act("choose timeline") },
    ],
    parts: [{ kind: "text", text: "What the first tab shows." }],
  },
  tally: {
    kind: "tally",
    sorts: [{ label: "Submit Message", icon: "comment", tone: "", act: act("message"), count: "31", percent: "60%" }],
  },
  text: { kind: "text", text: [{ text: "Data: " }, { text: "εxodus", href: "https://example.org/" }], live: true },
};

/** Draws the page, and records its last message for tests. The event `leave-out` names a kind of parts to leave out. */
export function drawSamples(place: HTMLElement): void {
  const parts = new PartDrawer((message) => place.setAttribute("data-last-message", JSON.stringify(message)), draw);
  let without: string | undefined;
  place.addEventListener("leave-out", (event) => {
    without = event instanceof CustomEvent && typeof event.detail === "string" ? event.detail : undefined;
    draw();
  });
  draw();

  function draw(): void {
    render(
      html`${parts.draw(
        Object.values(samples)
          .filter(({ kind }) => kind !== without)
          .map((part): Part<ContentMessage> =>
            part.kind === "section" ? part : { kind: "section", heading: `Kind: ${part.kind}`, parts: [part] },
          ),
      )}`,
      place,
    );
  }
}
