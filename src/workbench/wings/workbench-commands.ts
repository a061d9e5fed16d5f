// The commands that don't belong to a wing.
import { plain, type CommandTable } from "../commands.ts";
import { openReference } from "../references/open-reference.ts";
import type { Shared } from "./shared.ts";
import { cancel, moveDown, moveUp, openRow, openToSide, type RowWing } from "../tree/row-commands.ts";

export function ownCommands(shared: Shared, wings: () => readonly RowWing[], showContacts: () => void): CommandTable {
  const { log, references } = shared;
  return {
    "triptych.showLog": plain(() => log.show()),
    "triptych.showContactedServers": plain(showContacts),
    "triptych.openSettings": plain(() => shared.openSettings("@ext:triptych.triptych")),
    "triptych.openReference": openReference(references),
    "triptych.keepPanel": plain(() => shared.panels.keepActive()),
    "triptych.tree.open": openRow(shared.now, wings),
    "triptych.openToSide": openToSide(wings),
    "triptych.tree.cancel": cancel(shared.dialogs),
    "triptych.tree.moveUp": moveUp,
    "triptych.tree.moveDown": moveDown,
  };
}
