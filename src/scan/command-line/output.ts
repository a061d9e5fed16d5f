// What a scan on the command line has to say, and how to write it so that CI systems don't take it for their commands.
import { visible } from "../../base/visible-text.ts";
import type { SignedTracker } from "../signatures/signatures.ts";

export const FORMATS = ["text", "json", "sarif"] as const;

export type Format = (typeof FORMATS)[number];

/** What to scan, and how to say what is in it. */
export interface ScanInput {
  /** Absolute, with `/` as separator. */
  readonly path: string;
  /** The other files of an app that is a set of splits. */
  readonly splits: readonly string[];
  readonly format: Format;
  readonly trackers: readonly SignedTracker[];
  readonly getTrackerName: (id: number) => string;
  readonly trackerPage: (id: number) => string;
}

/** What a scan of a folder or an app says. */
export interface ScanOutcome {
  readonly text: string;
  /** Trackers in what users install. */
  readonly inApp: ReadonlySet<number>;
  /** What the result lacks, one sentence each. */
  readonly missed: readonly string[];
}

/**
 * CI systems run commands that they find in the output. GitHub, Azure and TeamCity find theirs anywhere in a line, but
 * only after `##`.
 */
const COMMAND_SIGN = /#(?=#)/g;

/**
 * A line without commands. Those of GitHub and Buildkite, such as `::error::` and `--- title`, count only where a line
 * begins. Only a path can begin like them, and `./` keeps its meaning. Those of GitLab need control characters.
 */
export function toLine(text: string): string {
  const line = visible(text).replace(COMMAND_SIGN, "[U+0023]");
  return `${/^[\p{L}\p{N}._]/u.test(line) ? "" : "./"}${line}\n`;
}

/** JSON with the exact data, but no commands. */
export function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2).replace(COMMAND_SIGN, String.raw`\u0023`)}\n`;
}
