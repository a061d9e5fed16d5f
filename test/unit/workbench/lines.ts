// A log in memory, for tests that read it.
import { Redactor } from "../../../src/base/redact.ts";
import { Log } from "../../../src/workbench/log/log.ts";

export function linesLog(
  redactor = new Redactor(),
  now: () => number = Date.now,
): {
  readonly log: Log;
  readonly lines: string[];
  /** The level of each line. */
  readonly levels: string[];
  opened: () => number;
} {
  const lines: string[] = [];
  let opened = 0;
  const levels: string[] = [];
  const at =
    (level: string) =>
    (line: string): void => {
      lines.push(line);
      levels.push(level);
    };
  const log = new Log(
    () => {
      opened += 1;
      const write = { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
      return { ...write, show: () => undefined, dispose: () => undefined };
    },
    { redactor, now },
  );
  return { log, lines, levels, opened: () => opened };
}
