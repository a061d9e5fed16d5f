// The commands that belong to no wing.
import { plain } from "./commands.ts";
import type { CommandTable } from "./commands.ts";
import { openReference } from "./references/commands.ts";
import type { Shared } from "./shared.ts";
import { cancel, loadAll, loadMore, remedy, retry } from "./tree/commands.ts";

export function ownCommands({ log, references }: Shared): CommandTable {
  return {
    "triptych.showLog": plain(() => log.show()),
    "triptych.openReference": openReference(references),
    "triptych.tree.loadMore": loadMore,
    "triptych.tree.loadAll": loadAll,
    "triptych.tree.remedy": remedy,
    "triptych.tree.retry": retry,
    "triptych.tree.cancel": cancel,
  };
}
