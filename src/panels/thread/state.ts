// The state of a thread's page, as one value, and what changes it. Needs no window.
import type { Format } from "../../base/format.ts";
import type { Home } from "../kit/markdown/server-links.ts";
import { NO_LINES, takeLines, type ReceivedLines } from "./received-lines.ts";
import type {
  BannerView,
  FromExtension,
  LineView,
  ReaderPosition,
  ReactionView,
  ShowMessage,
  WriteView,
} from "./messages.ts";
import { filterLines, EVERYTHING, getLineKey, countItems, type Choice } from "./line-filter.ts";

/** What the panel shows: the thread, or a message in its place. */
export type Body = Extract<FromExtension, { readonly type: "loading" | "failed" | "thread" }>;

export interface State {
  readonly body: Body | undefined;
  readonly busy: boolean;
  readonly banners: readonly BannerView[];
  readonly write: WriteView | undefined;
  /** Where the texts belong. Stays the same object while its values stay the same, so that no text is parsed again. */
  readonly home: Home;
  readonly incoming: ReceivedLines;
  readonly choice: Choice;
  /** Converts the days of the filter to instants. */
  readonly format: Pick<Format, "toInstant">;
  /** The lines that pass the filter, in order. */
  readonly lines: readonly LineView[];
  /** How many comments and events pass the filter, and how many there are. */
  readonly sizes: { readonly chosen: number; readonly all: number };
  /** The fields for the dates are shown. */
  readonly dates: boolean;
  /** The list of keys is shown. */
  readonly keys: boolean;
  /** Keys of the expanded lines. */
  readonly open: ReadonlySet<string>;
  readonly reactions: ReadonlyMap<string, readonly ReactionView[]>;
  /** ID of the comment that a reaction is being chosen for. */
  readonly picking: string | undefined;
  /** ID of the comment to scroll to once it has arrived. */
  readonly requested: ShowMessage | undefined;
  /** The reader's position before the reload, until it is restored. */
  readonly place: ReaderPosition | undefined;
  /** Key of the line that gets the focus once it is drawn. */
  readonly focusing: string | undefined;
  /** IDs of the visible comments that were last reported to the extension, separated by spaces. */
  readonly reported: string;
}

/** Messages from the extension, and actions of the reader. */
export type Change =
  | FromExtension
  | { readonly type: "chose"; readonly choice: Partial<Choice> }
  | { readonly type: "datesToggled" }
  | { readonly type: "keysShown"; readonly shown: boolean }
  | { readonly type: "unfolded"; readonly key: string; readonly open: boolean }
  /** The picker of reactions opens for this comment, or closes. */
  | { readonly type: "picking"; readonly comment: string | undefined }
  /** The requested comment or saved position was found; the line with the key `focus` gets the focus. */
  | { readonly type: "placed"; readonly focus: string | undefined }
  | { readonly type: "focused" }
  | { readonly type: "reported"; readonly ids: string };

/** Returns the initial state, with what the page saved before a reload, unless another version saved that. */
export function createState(kept: unknown, format: State["format"]): State {
  const place = isPlace(kept) ? kept : undefined;
  const { kind, newestFirst, since, before, search } = place ?? EVERYTHING;
  return {
    body: undefined,
    busy: false,
    banners: [],
    write: undefined,
    home: { server: "", repository: "", thread: "", customEmoji: [], emojiEndWords: false },
    incoming: NO_LINES,
    choice: { kind, newestFirst, since, before, search },
    format,
    lines: [],
    sizes: { chosen: 0, all: 0 },
    dates: false,
    keys: false,
    open: new Set(place?.open),
    reactions: new Map(),
    picking: undefined,
    requested: undefined,
    place,
    focusing: undefined,
    reported: "",
  };
}

/** Returns the state after a change, or the same object if nothing on the page changes. */
export function reduce(state: State, change: Change): State {
  switch (change.type) {
    case "loading":
    case "failed":
      return { ...state, body: change };
    case "thread": {
      const { home } = change.thread;
      return { ...state, body: change, home: JSON.stringify(home) === JSON.stringify(state.home) ? state.home : home };
    }
    case "lines": {
      const incoming = takeLines(state.incoming, change);
      return incoming.lines === state.incoming.lines ? { ...state, incoming } : rebuildLines({ ...state, incoming });
    }
    case "write":
      return { ...state, write: change.write };
    case "banners":
      return dropLostLine({ ...state, banners: change.banners });
    case "busy":
      return { ...state, busy: change.busy };
    case "show":
      return { ...state, requested: change };
    case "reactions":
      return { ...state, reactions: new Map([...state.reactions, [change.of, change.reactions]]) };
    case "chose":
      return rebuildLines({ ...state, choice: { ...state.choice, ...change.choice } });
    case "datesToggled": {
      const { choice } = state;
      const shown = state.dates || choice.since !== "" || choice.before !== "";
      if (!shown) return { ...state, dates: true };
      return rebuildLines({ ...state, dates: false, choice: { ...choice, since: "", before: "" } });
    }
    case "keysShown":
      return { ...state, keys: change.shown };
    case "unfolded": {
      const others = [...state.open].filter((each) => each !== change.key);
      return { ...state, open: new Set(change.open ? [...others, change.key] : others) };
    }
    case "picking":
      return { ...state, picking: change.comment };
    case "placed":
      return { ...state, requested: undefined, place: undefined, focusing: change.focus };
    case "focused":
      return { ...state, focusing: undefined };
    case "reported":
      return { ...state, reported: change.ids };
    // `Draft`, `Images` and `LongTexts` keep the typed text, the images and the slices of long texts.
    case "replaced":
    case "image":
    case "hosts":
    case "more":
      return state;
  }
}

/** Returns the index of the next new comment after or before the line with this key; after the last comes the first. */
export function findNewComment(lines: readonly LineView[], at: string | undefined, step: 1 | -1): number | undefined {
  const from = lines.findIndex((line) => getLineKey(line) === at);
  const places = lines.flatMap((line, place) => (line.kind === "comment" && line.fresh === true ? [place] : []));
  return step === 1
    ? (places.find((place) => place > from) ?? places[0])
    : (places.findLast((place) => place < from) ?? places.at(-1));
}

function rebuildLines(state: State): State {
  const all = state.incoming.lines;
  const lines = filterLines(all, state.choice, state.format);
  return { ...state, lines, sizes: { chosen: countItems(lines), all: countItems(all) } };
}

/**
 * Falls back to the saved scroll position if the whole thread is there, but without the saved line. Banners come after
 * all lines, even if no line has changed.
 */
function dropLostLine(state: State): State {
  const { body, lines, place } = state;
  if (place?.top === undefined || body?.type !== "thread" || body.thread.rest !== undefined) return state;
  const { top, ...rest } = place;
  return lines.some((line) => getLineKey(line) === top.key) ? state : { ...state, place: rest };
}

function isPlace(kept: unknown): kept is ReaderPosition {
  if (typeof kept !== "object" || kept === null) return false;
  const { top, scroll, kind, newestFirst, since, before, search, open }: Unchecked<ReaderPosition> = kept;
  const { key, offset }: Unchecked<ReaderPosition["top"]> = typeof top === "object" && top !== null ? top : {};
  return (
    (top === undefined || (isText(key) && typeof offset === "number")) &&
    typeof scroll === "number" &&
    (kind === "all" || kind === "comments" || kind === "events") &&
    typeof newestFirst === "boolean" &&
    [since, before, search].every(isText) &&
    Array.isArray(open) &&
    open.every(isText)
  );
}

type Unchecked<Fields> = { readonly [Name in keyof NonNullable<Fields>]?: unknown };

function isText(value: unknown): value is string {
  return typeof value === "string";
}
