// The formatter of numbers, ages, dates and times in the extension host. Pages have their own: see panels/kit.
import { env } from "vscode";
import { Format } from "../../base/format.ts";

/** VS Code's display language can't change until it restarts. The time zone is a setting. */
export const format = new Format(env.language);
