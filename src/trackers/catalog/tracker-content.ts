// Content of a tracker panel.
import type { Problem } from "../../base/problem.ts";
import type { Banner, Button, Link, Picture, Shown, Signature } from "../../panels/tracker/messages.ts";
import { describeProblem } from "../../workbench/problems.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { clock, count, dayAndTime, formatPercent, longDay } from "../../workbench/words.ts";
import type { Counts } from "../connection/exodus-instance.ts";
import { appCount } from "../counts.ts";
import { OFFICIAL } from "../model/exodus-urls.ts";
import type { Watched } from "../model/news.ts";
import { alternatives } from "../model/tracker.ts";
import type { Tracker } from "../model/tracker.ts";
import { problemButtons } from "../reports/problem-buttons.ts";
import type { AppsWithTracker } from "./apps-by-tracker.ts";
import type { TrackerList } from "./tracker-catalog.ts";

/** Everything that the content of a tracker panel is made from. */
export interface TrackerInputs {
  readonly id: number;
  readonly list: TrackerList | undefined;
  /** Why the list could not be loaded. */
  readonly problem: Problem | undefined;
  readonly counts: Counts | undefined;
  readonly carriers: AppsWithTracker | undefined;
  readonly carriersProblem: Problem | undefined;
  readonly readingCarriers: boolean;
  /** Watched apps. */
  readonly watched: readonly Watched[];
  readonly hasKey: boolean;
  readonly base: string;
  readonly host: string;
  readonly now: number;
}

/** The tracker's name, for the tab and the heading. */
export function trackerTitle({ id, list }: Pick<TrackerInputs, "id" | "list">): string {
  return list?.trackers.get(id)?.name ?? l10n.t("Tracker {0}", id);
}

/** Everything the panel shows except the rows of apps. */
export function trackerContent(known: TrackerInputs): Shown {
  const { id, list, problem, host, now } = known;
  const tracker = list?.trackers.get(id);
  const frame = {
    type: "shown" as const,
    title: trackerTitle(known),
    toolbar: { label: l10n.t("Tracker"), buttons: toolbar(tracker) },
    foot: foot(known),
  };
  if (tracker !== undefined) {
    return {
      ...frame,
      ...content(known, tracker),
      banners: problem === undefined ? [] : [staleListBanner(problem, known)],
    };
  }
  const empty = { crumb: [l10n.t("Tracker {0}", id)], categories: [], banners: [], figures: [] };
  if (list !== undefined) return { ...frame, ...empty, picture: notListedState(id, host) };
  return problem === undefined
    ? { ...frame, ...empty, busy: l10n.t("Loading the tracker list from {0}…", host) }
    : { ...frame, ...empty, picture: listFailedState(problem, now) };
}

function content(known: TrackerInputs, tracker: Tracker) {
  const { id, base } = known;
  const { created, website, description, codeSignature, networkSignature, documentation } = tracker;
  const address = website === undefined ? undefined : linkTo(website);
  return {
    crumb: [l10n.t("Tracker {0}", id), ...(created === undefined ? [] : [l10n.t("added {0}", formatDay(created))])],
    categories: tracker.categories.length === 0 ? [l10n.t("Uncategorized")] : tracker.categories,
    ...(address === undefined ? {} : { website: address }),
    figures: figures(known),
    description: {
      heading: l10n.t("Description"),
      text: description ?? "",
      none: l10n.t("No description"),
      base: `${base}/`,
    },
    signatures: {
      heading: l10n.t("Signatures"),
      lines: [
        signature(l10n.t("Code"), codeSignature, l10n.t("It can't be detected in apps.")),
        signature(l10n.t("Network"), networkSignature, l10n.t("It can't be detected from network traffic.")),
      ],
    },
    documentation: {
      name: l10n.t("Documentation"),
      links: documentation.map(linkTo).filter((each) => each !== undefined),
      none: l10n.t("None"),
    },
    apps: apps(known, tracker),
  };
}

function signature(name: string, text: string | undefined, sentence: string): Signature {
  return {
    name,
    lines: text === undefined ? [] : alternatives(text),
    copy: text ?? "",
    none: { start: l10n.t("None."), sentence },
  };
}

function figures(known: TrackerInputs): Shown["figures"] {
  return [...appFigures(known), ...watchedFigure(known)];
}

function appFigures({ carriers, counts }: TrackerInputs): Shown["figures"] {
  if (carriers === undefined) return [];
  const { handles } = carriers;
  const number = {
    value: count(handles),
    word: l10n.plural(handles, "app, in any version", "apps, in any version"),
  };
  if (counts === undefined || counts.applications === 0) return [number];
  return [
    number,
    {
      value: formatPercent(Math.min(1, handles / counts.applications)),
      word: l10n.plural(counts.applications, "of {0} app", "of {0} apps"),
    },
  ];
}

/** Counts latest versions of watched apps whose trackers are known by ID. */
function watchedFigure({ id, watched }: TrackerInputs): Shown["figures"] {
  const named = watched.filter(({ newest }) => newest.some(({ ids }) => ids !== undefined));
  if (named.length === 0) return [];
  const carry = named.filter(({ newest }) => newest.some(({ ids }) => ids?.includes(id) === true));
  return [
    {
      value: count(carry.length),
      word: l10n.plural(named.length, "of {0} watched app, latest version", "of {0} watched apps, latest versions"),
      ...(carry.length === 0 ? {} : { exact: carry.map(({ name, handle }) => name ?? handle).join(", ") }),
    },
  ];
}

/** An app with several sources has a row for each, so both numbers are shown if they differ. */
function describeRows(apps: number, rows: number): string {
  return apps === rows ? appCount(apps) : l10n.t("{0}, {1} rows (one per source)", appCount(apps), count(rows));
}

function apps(known: TrackerInputs, { name }: Tracker): NonNullable<Shown["apps"]> {
  const { carriers, carriersProblem, readingCarriers, hasKey, host, now } = known;
  const listed = carriers?.list.values.length ?? 0;
  const skipped = carriers?.list.skipped ?? 0;
  const frame = {
    heading: l10n.t("Apps with this tracker"),
    count: carriers === undefined || listed === 0 ? "" : describeRows(carriers.handles, listed),
    note: l10n.t("In any analyzed version"),
    watched: { handles: known.watched.map(({ handle }) => handle), word: l10n.t("Watched") },
    filter: { label: l10n.t("Filter by package name"), none: l10n.t("No matching package names") },
    columns: [l10n.t("Package name"), l10n.t("Source")],
    ...(readingCarriers ? { busy: l10n.t("Loading apps with {1} from {0}…", host, name) } : {}),
  };
  if (!hasKey) return { ...frame, picture: needsKeyState() };
  if (carriersProblem !== undefined && !readingCarriers) {
    return carriers === undefined
      ? { ...frame, picture: appsFailedState(carriersProblem, now) }
      : { ...frame, banner: staleBanner(carriersProblem, carriers.readAt, now) };
  }
  if (carriers !== undefined && listed === 0 && skipped === 0) return { ...frame, picture: notFoundState(name, host) };
  return skipped === 0 ? frame : { ...frame, banner: skippedBanner(skipped) };
}

function needsKeyState(): Picture {
  return {
    icon: "key",
    tone: "",
    heading: l10n.t("Apps need an API key"),
    sentence: l10n.t("The list of apps with this tracker needs an API key. Request one from εxodus by email."),
    buttons: [buttons.setKey(), { act: "howToGetKey", label: l10n.t("How to Get a Key"), icon: "link-external" }],
  };
}

function notFoundState(name: string, host: string): Picture {
  return {
    icon: "check",
    tone: "",
    heading: l10n.t("Not found in any app"),
    sentence: l10n.t("{0} has not found {1} in any app.", host, name),
    buttons: [],
  };
}

function appsFailedState(problem: Problem, now: number): Picture {
  const stopped = problem.kind === "cancelled";
  return {
    icon: stopped ? "question" : "error",
    tone: stopped ? "" : "bad",
    heading: stopped ? l10n.t("Canceled") : l10n.t("Could not load apps"),
    sentence: stopped
      ? l10n.t("You canceled loading the apps with this tracker.")
      : `${describeProblem(problem, now).sentence} ${l10n.t("Apps may still contain this tracker.")}`,
    buttons: stopped ? [buttons.refresh()] : problemButtons(problem, buttons),
  };
}

function notListedState(id: number, host: string): Picture {
  return {
    icon: "question",
    tone: "",
    heading: l10n.t("Tracker {0} not found", id),
    sentence: l10n.t("It is not in the list of {0}, or your copy of the list is out of date.", host),
    buttons: [buttons.refresh()],
  };
}

function listFailedState(problem: Problem, now: number): Picture {
  return {
    icon: "error",
    tone: "bad",
    heading: l10n.t("Could not load the tracker list"),
    sentence: describeProblem(problem, now).sentence,
    buttons: problemButtons(problem, buttons),
  };
}

function staleListBanner(problem: Problem, { list, now }: TrackerInputs): Banner {
  return staleBanner(problem, list?.readAt ?? now, now);
}

function staleBanner(problem: Problem, readAt: number, now: number): Banner {
  return {
    kind: "caution",
    start: l10n.t("Could not refresh."),
    sentence: `${describeProblem(problem, now).sentence} ${l10n.t("Showing data from {0}.", clock(readAt, now))}`,
    buttons: problemButtons(problem, buttons),
  };
}

function skippedBanner(skipped: number): Banner {
  return {
    kind: "caution",
    start: l10n.plural(skipped, "{0} app skipped.", "{0} apps skipped."),
    sentence: l10n.t("The server’s response could not be read. See the log for details."),
    buttons: [buttons.log()],
  };
}

const buttons = {
  refresh: (): Button => ({ act: "refresh", label: l10n.t("Retry") }),
  setKey: (): Button => ({ act: "setKey", label: l10n.t("Set API Key…") }),
  log: (): Button => ({ act: "log", label: l10n.t("Show Log") }),
  settings: (): Button => ({ act: "settings", label: l10n.t("Open Settings") }),
} as const;

function toolbar(tracker: Tracker | undefined): readonly Button[] {
  return [
    ...(tracker === undefined ? [] : trackerButtons()),
    { act: "refresh", label: l10n.t("Refresh"), icon: "refresh" },
    { act: "web", label: l10n.t("Open on the Web"), icon: "link-external" },
  ];
}

function trackerButtons(): readonly Button[] {
  return [
    { act: "findInWorkspace", label: l10n.t("Find in Workspace"), icon: "search", worded: true },
    { act: "share", label: l10n.t("Share Tracker…"), icon: "share" },
    { act: "copyName", label: l10n.t("Copy Name"), icon: "copy" },
  ];
}

/** An invalid date is shown as received. */
function formatDay(created: string): string {
  const at = Date.parse(`${created}T00:00:00`);
  return Number.isNaN(at) ? created : longDay(at);
}

/** A link for a URL from the server, if it is a web URL. */
function linkTo(address: string): Link | undefined {
  const url = URL.parse(/^[a-z]+:/i.test(address) ? address : `https://${address}`);
  if (url?.protocol !== "https:" && url?.protocol !== "http:") return undefined;
  const text = `${url.host}${url.pathname === "/" ? "" : url.pathname}`;
  return { text, href: url.href };
}

function foot({ list, base, host }: TrackerInputs): Shown["foot"] {
  return {
    // The panel fills in the links.
    pattern: l10n.t("Data: {0}, under the {1}."),
    links: [
      { text: base === OFFICIAL ? "εxodus" : host, href: base },
      { text: l10n.t("Open Database License 1.0"), href: "https://opendatacommons.org/licenses/odbl/1-0/" },
    ],
    after: list === undefined ? "" : l10n.t("Tracker list of {0}, refreshed daily.", dayAndTime(list.readAt)),
  };
}
