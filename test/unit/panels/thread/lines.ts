// Four lines of a thread that the tests of its panel share.
import type { CommentView, EventView, LineView } from "../../../../src/panels/thread/messages.ts";

const comment = (id: string, markdown: string, at: string, edited = ""): CommentView => ({
  kind: "comment",
  id,
  who: "inès",
  authorRole: "",
  at,
  edited,
  markdown,
  can: [],
  context: "{}",
  files: [],
});
export const event = (id: string, text: string, at: string, inside: readonly EventView[] = []): EventView => ({
  kind: "event",
  id,
  icon: "tag",
  at,
  sentence: [{ is: "text", text }],
  inside,
});

export const LINES: readonly LineView[] = [
  { ...comment("description", "What it is about", "2026-11-01T12:00:00Z"), first: true },
  comment("1", "First", "2026-11-02T12:00:00Z", "2026-11-09T12:00:00Z"),
  event("2", "added 2 labels", "2026-11-03T12:00:00Z", [
    event("2", "added bug", "2026-11-03T12:00:00Z"),
    event("3", "added tides", "2026-11-03T12:00:00Z"),
  ]),
  comment("4", "Second", "2026-11-04T12:00:00Z"),
];
export const ids = (lines: readonly LineView[]): readonly string[] => lines.map(({ id }) => id);
