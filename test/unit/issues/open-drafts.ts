// Opens the drafts of a folder as a window does, without a server.
import { join } from "node:path";
import { Drafts, type DraftsDependencies } from "../../../src/issues/writing/drafts/drafts.ts";
import { Journal } from "../../../src/issues/writing/drafts/journal.ts";
import { linesLog } from "../workbench/lines.ts";

export function openDrafts(
  folder: string,
  {
    now = Date.now,
    present = (place) => place,
    rememberedId = () => undefined,
  }: Partial<Pick<DraftsDependencies, "now" | "present" | "rememberedId">> = {},
): Drafts {
  const { log } = linesLog();
  const journal = new Journal(join(folder, "journal"), { log, now, prepare: () => Promise.resolve() });
  return new Drafts({ journal, now, present, rememberedId });
}
