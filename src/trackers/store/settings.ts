// The settings of the wing.
import { choice, url } from "../../workbench/settings.ts";

export const INSTANCE_URL = { id: "triptych.trackers.url", decode: url } as const;
export const DIAGNOSTICS = {
  id: "triptych.trackers.diagnostics",
  decode: choice(["off", "hint", "information", "warning", "error"]),
} as const;
