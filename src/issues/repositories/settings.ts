// The settings of the wing.
import { list, url } from "../../workbench/settings.ts";

export const SERVER_URL = { id: "triptych.issues.url", decode: url } as const;
export const QUERIES = { id: "triptych.issues.queries", decode: list } as const;
