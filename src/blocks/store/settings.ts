// The settings of the wing.
import { list } from "../../workbench/settings.ts";

/** The networks, each a name or a name and a URL. The view shows the first one. */
export const NETWORKS = { id: "triptych.blocks.networks", decode: list } as const;
