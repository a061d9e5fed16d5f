// The two actions that take data out of a panel or row: export and share.
import type { Exportable } from "../../workbench/export/exports.ts";
import { shareExport } from "../../workbench/share/share-export.ts";
import type { Shared } from "../../workbench/wings/shared.ts";

export type ExportServices = Pick<Shared, "exports" | "shares">;

export type ExportAction = (thing: Exportable, services: ExportServices) => Promise<void>;

export const exportThing: ExportAction = async (thing, { exports }) => await exports.export(thing);

export const shareThing: ExportAction = async (thing, { shares }) => await shareExport(thing, shares);
