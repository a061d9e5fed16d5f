import type { Problem } from "../../base/problem.ts";
import type { Banner, Button, Link, Picture, Shown, Signature } from "../../panels/tracker/messages.ts";
import { describeProblem } from "../../workbench/problems.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { clock, count, dayAndTime, formatPercent, longDay } from "../../workbench/words.ts";
import type { Counts } from "../connection/exodus-instance.ts";
import { OFFICIAL } from "../model/exodus-urls.ts";
import type { Watched } from "../model/news.ts";
import { alternatives } from "../model/tracker.ts";
import type { Tracker } from "../model/tracker.ts";
import { remedies } from "../reports/problem-buttons.ts";
import type { Carriers } from "./apps-by-tracker.ts";
import type { TrackerList } from "./tracker-catalog.ts";

/** What a tracker is shown of: everything that its words are made from. */
export interface KnownTracker {
  readonly id: number;
  readonly list: TrackerList | undefined;
  /** Why the list could not be read. */
  readonly problem: Problem | undefined;
  readonly counts: Counts | undefined;
  readonly carriers: Carriers | undefined;
  readonly carriersProblem: Problem | undefined;
  readonly readingCarriers: boolean;
  /** The applications that the reader follows. */
  readonly watched: readonly Watched[];
  readonly hasKey: boolean;
  readonly base: string;
  readonly host: string;
  readonly now: number;
}

/** The tracker's name as the tab and the title show it. */
export function trackerTitle({ id, list }: Pick<KnownTracker, "id" | "list">): string {
  return list?.trackers.get(id)?.name ?? l10n.t("Tracker {0}", id);
}

/** Everything that the panel draws but the applications themselves, in words. */
export function trackerShown(known: KnownTracker): Shown {
  const { id, list, problem, host, now } = known;
  const tracker = list?.trackers.get(id);
  const frame = {
    type: "shown" as const,
    title: trackerTitle(known),
    toolbar: { label: l10n.t("Tracker"), buttons: toolbar(tracker) },
    foot: foot(known),
  };
  if (tracker !== undefined) {
    return { ...frame, ...content(known, tracker), banners: problem === undefined ? [] : [oldBanner(problem, known)] };
  }
  const empty = { crumb: [l10n.t("Tracker {0}", id)], categories: [], banners: [], figures: [] };
  if (list !== undefined) return { ...frame, ...empty, picture: notListed(id, host) };
  return problem === undefined
    ? { ...frame, ...empty, busy: l10n.t("Reading the tracker list of {0}…", host) }
    : { ...frame, ...empty, picture: failed(problem, now) };
}

function content(known: KnownTracker, tracker: Tracker) {
  const { id, base } = known;
  const { created, website, description, codeSignature, networkSignature, documentation } = tracker;
  const address = website === undefined ? undefined : linkTo(website);
  return {
    crumb: [l10n.t("Tracker {0}", id), ...(created === undefined ? [] : [l10n.t("known since {0}", dayOf(created))])],
    categories: tracker.categories.length === 0 ? [l10n.t("Uncategorised")] : tracker.categories,
    ...(address === undefined ? {} : { website: address }),
    figures: figures(known),
    description: {
      heading: l10n.t("Description"),
      text: description ?? "",
      none: l10n.t("The service gives none."),
      base: `${base}/`,
    },
    signatures: {
      heading: l10n.t("Signatures"),
      lines: [
        signature(
          l10n.t("In code"),
          codeSignature,
          l10n.t("The service does not know it by its classes, so no app is found to carry it."),
        ),
        signature(
          l10n.t("On the network"),
          networkSignature,
          l10n.t("The service knows no addresses of this tracker, so it cannot be told by what an app connects to."),
        ),
      ],
    },
    documentation: {
      name: l10n.t("Documentation"),
      links: documentation.map(linkTo).filter((each) => each !== undefined),
      none: l10n.t("None given"),
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

function figures(known: KnownTracker): Shown["figures"] {
  return [...carrierFigures(known), ...watchedFigure(known)];
}

function carrierFigures({ carriers, counts }: KnownTracker): Shown["figures"] {
  if (carriers === undefined) return [];
  const { handles } = carriers;
  const number = {
    value: count(handles),
    word: handles === 1 ? l10n.t("app, in some version") : l10n.t("apps, in some version"),
  };
  if (counts === undefined || counts.applications === 0) return [number];
  return [
    number,
    {
      value: formatPercent(Math.min(1, handles / counts.applications)),
      word: l10n.t("of {0} known", count(counts.applications)),
    },
  ];
}

/** Of the newest versions of watched applications, as far as their trackers are known by name. */
function watchedFigure({ id, watched }: KnownTracker): Shown["figures"] {
  const named = watched.filter(({ newest }) => newest.some(({ ids }) => ids !== undefined));
  if (named.length === 0) return [];
  const carry = named.filter(({ newest }) => newest.some(({ ids }) => ids?.includes(id) === true));
  return [
    {
      value: count(carry.length),
      word:
        named.length === 1
          ? l10n.t("of one watched app, newest version")
          : l10n.t("of {0} watched apps, newest versions", count(named.length)),
      ...(carry.length === 0 ? {} : { exact: carry.map(({ name, handle }) => name ?? handle).join(", ") }),
    },
  ];
}

/** An app that comes from several sources has a row for each: both numbers are said where they differ. */
function listedWords(handles: number, rows: number): string {
  if (handles !== rows)
    return l10n.t("{0} apps in {1} rows, one for each source of an app", count(handles), count(rows));
  return rows === 1 ? l10n.t("one app") : l10n.t("{0} apps", count(rows));
}

function apps(known: KnownTracker, { name }: Tracker): NonNullable<Shown["apps"]> {
  const { carriers, carriersProblem, readingCarriers, hasKey, host, now } = known;
  const listed = carriers?.list.values.length ?? 0;
  const skipped = carriers?.list.skipped ?? 0;
  const frame = {
    heading: l10n.t("Apps that ever carried it"),
    count: carriers === undefined || listed === 0 ? "" : listedWords(carriers.handles, listed),
    note: l10n.t("In the order of the service, found in some version of each"),
    watched: { handles: known.watched.map(({ handle }) => handle), word: l10n.t("Watched") },
    filter: { label: l10n.t("Filter by handle"), none: l10n.t("No handle matches.") },
    columns: [l10n.t("Handle"), l10n.t("Source")],
    ...(readingCarriers ? { busy: l10n.t("Asking {0} who carries {1}…", host, name) } : {}),
  };
  if (!hasKey) return { ...frame, picture: needsKey() };
  if (carriersProblem !== undefined && !readingCarriers) {
    return carriers === undefined
      ? { ...frame, picture: appsFailed(carriersProblem, now) }
      : { ...frame, banner: notAgain(carriersProblem, carriers.readAt, now) };
  }
  if (carriers !== undefined && listed === 0 && skipped === 0) return { ...frame, picture: inNone(name, host) };
  return skipped === 0 ? frame : { ...frame, banner: skippedBanner(skipped) };
}

function needsKey(): Picture {
  return {
    icon: "key",
    tone: "",
    heading: l10n.t("The apps need an API key"),
    sentence: l10n.t(
      "Everything above is public. Who carries this tracker is told only to holders of a key, which εxodus gives out by e-mail.",
    ),
    buttons: [buttons.setKey(), { act: "howToGetKey", label: l10n.t("How to Get One"), icon: "link-external" }],
  };
}

function inNone(name: string, host: string): Picture {
  return {
    icon: "check",
    tone: "",
    heading: l10n.t("Found in no app"),
    sentence: l10n.t("{0} has found {1} in no version of any app.", host, name),
    buttons: [],
  };
}

function appsFailed(problem: Problem, now: number): Picture {
  const stopped = problem.kind === "cancelled";
  return {
    icon: stopped ? "question" : "error",
    tone: stopped ? "" : "bad",
    heading: stopped ? l10n.t("Not read") : l10n.t("The apps could not be read"),
    sentence: stopped
      ? l10n.t("You stopped the reading. Nothing is known of the apps that carry this tracker.")
      : `${describeProblem(problem, now).sentence} ${l10n.t("This says nothing about who carries the tracker.")}`,
    buttons: stopped ? [buttons.refresh()] : remedies(problem, buttons),
  };
}

function notListed(id: number, host: string): Picture {
  return {
    icon: "question",
    tone: "",
    heading: l10n.t("No tracker {0} in the list", id),
    sentence: l10n.t(
      "The tracker list of {0} has no such number. It may be newer than the list that is kept here.",
      host,
    ),
    buttons: [buttons.refresh()],
  };
}

function failed(problem: Problem, now: number): Picture {
  return {
    icon: "error",
    tone: "bad",
    heading: l10n.t("The tracker list could not be read"),
    sentence: describeProblem(problem, now).sentence,
    buttons: remedies(problem, buttons),
  };
}

function oldBanner(problem: Problem, { list, now }: KnownTracker): Banner {
  return notAgain(problem, list?.readAt ?? now, now);
}

function notAgain(problem: Problem, readAt: number, now: number): Banner {
  return {
    kind: "caution",
    start: l10n.t("Not read again."),
    sentence: `${describeProblem(problem, now).sentence} ${l10n.t("This is what was read at {0}.", clock(readAt, now))}`,
    buttons: remedies(problem, buttons),
  };
}

function skippedBanner(skipped: number): Banner {
  return {
    kind: "caution",
    start: skipped === 1 ? l10n.t("One app is left out.") : l10n.t("{0} apps are left out.", count(skipped)),
    sentence: l10n.t("What the service sent for it could not be understood."),
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
    ...(tracker === undefined ? [] : ofTracker()),
    { act: "refresh", label: l10n.t("Refresh"), icon: "refresh" },
    { act: "web", label: l10n.t("Open on the Web"), icon: "link-external" },
  ];
}

function ofTracker(): readonly Button[] {
  return [
    { act: "findInWorkspace", label: l10n.t("Look in This Workspace"), icon: "search", worded: true },
    { act: "share", label: l10n.t("Share Tracker…"), icon: "share" },
    { act: "copyName", label: l10n.t("Copy Name"), icon: "copy" },
  ];
}

/** A day that is none is shown as it came. */
function dayOf(created: string): string {
  const at = Date.parse(`${created}T00:00:00`);
  return Number.isNaN(at) ? created : longDay(at);
}

/** Where an address of the service leads, if to the web. */
function linkTo(address: string): Link | undefined {
  const url = URL.parse(/^[a-z]+:/i.test(address) ? address : `https://${address}`);
  if (url?.protocol !== "https:" && url?.protocol !== "http:") return undefined;
  const text = `${url.host}${url.pathname === "/" ? "" : url.pathname}`;
  return { text, href: url.href };
}

function foot({ list, base, host }: KnownTracker): Shown["foot"] {
  return {
    // The panel puts the links in place.
    pattern: l10n.t("Data: {0}, under the {1}."),
    links: [
      { text: base === OFFICIAL ? "εxodus" : host, href: base },
      { text: l10n.t("Open Database License 1.0"), href: "https://opendatacommons.org/licenses/odbl/1-0/" },
    ],
    after: list === undefined ? "" : l10n.t("List of {0}, kept for a day.", dayAndTime(list.readAt)),
  };
}
