// Content of a tracker panel.
import type { Fact, Figure, PanelContent, Part, Section } from "../../panels/kit/content/content-model.ts";
import type { Button, Span } from "../../panels/kit/content/text-model.ts";
import { failedState, outdatedBanner, remedyButton } from "../../workbench/panels/remedies.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { format } from "../../workbench/text/format.ts";
import type { Tracker } from "../model/tracker.ts";
import { alternatives } from "../../scan/index.ts";
import { trackerName } from "../wording/tracker-names.ts";
import { dataNote, setKeyLabel } from "../parts/content-parts.ts";
import { appsSection } from "./tracker-apps.ts";
import type { TrackerAct, TrackerInputs } from "./protocol.ts";

/** Everything the panel shows except the rows of apps. */
export function trackerPage(inputs: TrackerInputs): PanelContent<TrackerAct> {
  const { id, list, problem, now } = inputs;
  const tracker = list?.trackers.get(id);
  const added = tracker?.created === undefined ? [] : [l10n.t("added {0}", format.plainDate(tracker.created, "long"))];
  const updated =
    list === undefined ? "" : l10n.t("Tracker list of {0}, refreshed daily.", format.dayAndTime(list.readAt));
  return {
    title: trackerName(id, list),
    head: {
      crumb: { icon: "bug", texts: [l10n.t("Tracker {0}", id), ...added] },
      toolbar: { label: l10n.t("Tracker"), buttons: toolbar(tracker) },
      under: tracker === undefined ? [] : under(tracker),
    },
    parts:
      tracker === undefined
        ? [missingTracker(inputs)]
        : [
            ...(problem === undefined ? [] : [outdatedBanner(problem, list?.readAt ?? now, now, setKeyLabel())]),
            ...content(inputs, tracker),
          ],
    foot: dataNote(inputs, updated),
  };
}

/** Shown if the tracker is unknown, or until the list is loaded. */
function missingTracker({ id, list, problem, host, now }: TrackerInputs): Part<TrackerAct> {
  if (list !== undefined) {
    return {
      kind: "empty",
      level: 2,
      icon: "question",
      heading: l10n.t("Tracker {0} not found", id),
      sentence: l10n.t("It is not in the list of {0}, or your copy of the list is out of date.", host),
      buttons: [remedyButton("retry")],
    };
  }
  if (problem === undefined) return { kind: "busy", sentence: l10n.t("Loading the tracker list from {0}…", host) };
  return { ...failedState(l10n.t("Could not load the tracker list"), problem, now, setKeyLabel()), level: 2 };
}

function under({ categories, website }: Tracker): readonly Span[] {
  const names = categories.length === 0 ? [l10n.t("Uncategorized")] : categories;
  const link = website === undefined ? undefined : linkTo(website);
  return [...names.map((text): Span => ({ text, looks: ["tag"] })), ...(link === undefined ? [] : [link])];
}

function content(inputs: TrackerInputs, tracker: Tracker): readonly Part<TrackerAct>[] {
  const figures = [...appFigures(inputs), ...usageFigure(inputs), ...watchedFigure(inputs)];
  return [
    ...(figures.length === 0 ? [] : [{ kind: "figures", figures } as const]),
    description(tracker, inputs),
    {
      kind: "section",
      heading: l10n.t("Signatures"),
      parts: [
        {
          kind: "facts",
          facts: [
            signature(l10n.t("Code"), tracker.codeSignature, l10n.t("It can't be detected in apps.")),
            signature(
              l10n.t("Network"),
              tracker.networkSignature,
              l10n.t("It can't be detected from network traffic."),
            ),
            documentation(tracker),
          ],
        },
      ],
    },
    appsSection(inputs, tracker),
  ];
}

function description({ description: text = "" }: Tracker, { base }: TrackerInputs): Section {
  return {
    kind: "section",
    heading: l10n.t("Description"),
    parts: [
      text === ""
        ? { kind: "text", text: l10n.t("No description"), quiet: true }
        : { kind: "prose", text, base: `${base}/` },
    ],
  };
}

/** Shows one alternative per line; `consequence` says what it means to have no signature. */
function signature(name: string, text: string | undefined, consequence: string): Fact {
  return text === undefined
    ? { name, wide: true, value: [{ text: l10n.t("None.") }, { text: ` ${consequence}`, looks: ["quiet"] }] }
    : { name, wide: true, mono: true, value: alternatives(text).join("\n"), copy: text };
}

function documentation({ documentation: urls }: Tracker): Fact {
  const links = urls.map(linkTo).filter((each) => each !== undefined);
  return {
    name: l10n.t("Documentation"),
    wide: true,
    value:
      links.length === 0
        ? [{ text: l10n.t("None"), looks: ["quiet"] }]
        : links.flatMap((link, index) => (index === 0 ? [link] : [{ text: "\n" }, link])),
  };
}

function appFigures({ appsWithTracker, counts }: TrackerInputs): readonly Figure[] {
  if (appsWithTracker === undefined) return [];
  const { handles } = appsWithTracker;
  const number = {
    value: format.count(handles),
    word: l10n.plural(handles, "app, in any version", "apps, in any version"),
  };
  if (counts === undefined || counts.applications === 0) return [number];
  return [
    number,
    {
      value: format.percent(Math.min(1, handles / counts.applications)),
      word: l10n.plural(counts.applications, "of {0} app", "of {0} apps"),
    },
  ];
}

/** εxodus counts only apps on Google Play, a day behind the list, so the number may exceed those listed. */
function usageFigure({ appsWithTracker, usage, host }: TrackerInputs): readonly Figure[] {
  if (appsWithTracker === undefined || usage === undefined) return [];
  const { apps, percent } = usage;
  const { onGoogle } = appsWithTracker;
  const counted = l10n.t("Apps on Google Play whose latest report contains this tracker, as counted by {0}.", host);
  const share = percent === undefined ? "" : l10n.t("{0} of all apps on Google Play.", format.percent(percent / 100));
  return [
    {
      value: format.count(apps),
      word:
        apps <= onGoogle
          ? l10n.plural(onGoogle, "of {0} on Google Play, latest version", "of {0} on Google Play, latest versions")
          : l10n.t("on Google Play, latest versions"),
      tip: `${counted} ${share}`.trim(),
    },
  ];
}

/** Counts latest versions of watched apps whose trackers are known by ID. */
function watchedFigure({ id, watched }: TrackerInputs): readonly Figure[] {
  const named = watched.filter(({ newest }) => newest.some(({ ids }) => ids !== undefined));
  if (named.length === 0) return [];
  const containing = named.filter(({ newest }) => newest.some(({ ids }) => ids?.includes(id) === true));
  return [
    {
      value: format.count(containing.length),
      word: l10n.plural(named.length, "of {0} watched app, latest version", "of {0} watched apps, latest versions"),
      ...(containing.length === 0 ? {} : { tip: containing.map(({ name, handle }) => name ?? handle).join(", ") }),
    },
  ];
}

function toolbar(tracker: Tracker | undefined): readonly Button<TrackerAct>[] {
  return [
    ...(tracker === undefined
      ? []
      : ([
          { act: { type: "findInWorkspace" }, label: l10n.t("Find in Workspace"), icon: "search", worded: true },
          { act: { type: "share" }, label: l10n.t("Share Tracker…"), icon: "share" },
          { act: { type: "copyName" }, label: l10n.t("Copy Name"), icon: "copy" },
        ] as const)),
    { act: { type: "refresh" }, label: l10n.t("Refresh"), icon: "refresh" },
    { act: { type: "openOnWeb" }, label: l10n.t("Open on the Web"), icon: "link-external" },
  ];
}

/** A link for a URL from the server, if it is a web URL. */
function linkTo(text: string): Span | undefined {
  const url = URL.parse(/^[a-z]+:/i.test(text) ? text : `https://${text}`);
  if (url?.protocol !== "https:" && url?.protocol !== "http:") return undefined;
  return { text: `${url.host}${url.pathname === "/" ? "" : url.pathname}`, href: url.href };
}
