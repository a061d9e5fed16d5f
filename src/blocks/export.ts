// The two actions that take data out of a panel or row: export and share.
import type { Exportable } from "../workbench/export/exports.ts";
import { shareExport } from "../workbench/share/share-export.ts";
import type { Shared } from "../workbench/shared.ts";

export type ExportWays = Pick<Shared, "exports" | "shares">;

export type Take = (thing: Exportable, ways: ExportWays) => Promise<void>;

export const exportThing: Take = async (thing, { exports }) => await exports.export(thing);

export const shareThing: Take = async (thing, { shares }) => await shareExport(thing, shares);
