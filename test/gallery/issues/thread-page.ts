// Opens the panel of a thread as a page in a browser, and makes what the extension sends to it.
import type {
  CommentView,
  EventView,
  FromExtension,
  LineView,
  ThreadView,
} from "../../../src/panels/thread/messages.ts";
import { usePanel, type PanelPage, type Wish } from "../panel.ts";

export type ThreadPage = PanelPage<"thread">;

/** Builds the panel once for a suite; each test closes its pages. */
export function useThread(): (wish?: Wish) => Promise<ThreadPage> {
  return usePanel("thread");
}

/** Returns a thread without any lines. */
export function threadOf(more: Partial<ThreadView> = {}): ThreadView {
  return {
    repository: { name: "lantern/almanac", href: "https://codeberg.org/lantern/almanac", host: "codeberg.org" },
    number: "#12",
    title: "Tide table shows the wrong day",
    state: { label: "Open", icon: "issues", tone: "good" },
    under: [],
    facts: [],
    mayEdit: false,
    counts: { all: 0, comments: 0, events: 0 },
    home: {
      server: "https://codeberg.org",
      repository: "lantern/almanac",
      thread: "https://codeberg.org/lantern/almanac/issues/12",
      customEmoji: ["codeberg"],
      emojiEndWords: false,
    },
    servers: ["https://codeberg.org"],
    reactions: ["+1", "heart", "rocket"],
    strings: {
      tools: "Thread",
      refresh: "Refresh",
      openOnWeb: "Open on the Web",
      timeline: "Timeline",
      kinds: "Show",
      all: "All",
      comments: "Comments",
      events: "Events",
      facts: "Facts",
      newestFirst: "Newest First",
      oldestFirst: "Oldest First",
      search: "Search in thread",
      dates: "Filter by Date",
      since: "Since",
      before: "Before",
      shown: "{0} of {1} shown.",
      searchCut: "Only the beginning of long texts is searched.",
      showAll: "Show All",
      nothing: "No matches",
      nothingNext: "Try other words or dates.",
      react: "Add Reaction",
      edit: "Edit Title and Description",
      keys: {
        title: "Keyboard Shortcuts",
        close: "Close",
        list: [
          { keys: ["J", "K"], description: "Next or previous comment or event" },
          { keys: ["?"], description: "Show these shortcuts" },
        ],
      },
    },
    ...more,
  };
}

export function commentOf(id: string, markdown: string, more: Partial<CommentView> = {}): CommentView {
  return {
    kind: "comment",
    id,
    who: "ines",
    authorRole: "",
    at: "2026-11-20T12:00:00Z",
    edited: "",
    markdown,
    can: ["react", "quote"],
    context: "{}",
    files: [],
    ...more,
  };
}

export function linesOf(lines: readonly LineView[]): FromExtension {
  return { type: "lines", at: 0, lines, of: lines.length, last: true };
}

export const event = (id: string, text: string, inside: readonly EventView[] = []): EventView => ({
  kind: "event",
  id,
  icon: "tag",
  at: "2026-11-20T12:00:00Z",
  sentence: [{ is: "text", text }],
  inside,
});

/** Returns this many comments of different lengths. */
export const long = (count: number) =>
  Array.from({ length: count }, (_, place) =>
    commentOf(String(place + 1), `Comment number ${place + 1}.\n\n${"It says something. ".repeat((place % 7) * 4)}`),
  );
