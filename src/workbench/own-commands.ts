// The commands that don't belong to a wing.
import { plain, type CommandTable } from "./commands.ts";
import { openWebsite } from "./websites.ts";
import { openReference } from "./references/commands.ts";
import type { Shared } from "./shared.ts";
import { cancel, loadAll, loadMore, moveDown, moveUp, openRow, openToSide, remedy, retry } from "./tree/commands.ts";

export function ownCommands(shared: Shared): CommandTable {
  const { log, references } = shared;
  return {
    "triptych.showLog": plain(() => log.show()),
    "triptych.openSettings": plain(() => shared.openSettings("@ext:triptych.triptych")),
    "triptych.openWebsite": openWebsite(shared),
    "triptych.openReference": openReference(references),
    "triptych.cancelCheck": plain(() => shared.dialogs.cancelCheck()),
    "triptych.keepPanel": plain(() => shared.panels.keepActive()),
    "triptych.tree.open": openRow(shared.now),
    "triptych.openToSide": openToSide,
    "triptych.tree.loadMore": loadMore,
    "triptych.tree.loadAll": loadAll,
    "triptych.tree.remedy": remedy,
    "triptych.tree.retry": retry,
    "triptych.tree.cancel": cancel,
    "triptych.tree.moveUp": moveUp,
    "triptych.tree.moveDown": moveDown,
  };
}
