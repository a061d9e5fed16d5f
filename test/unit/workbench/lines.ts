// A log in memory, for tests that read it.
import { Redactor } from "../../../src/base/redact.ts";
import { Log } from "../../../src/workbench/log.ts";

export function linesLog(redactor = new Redactor()): {
  readonly log: Log;
  readonly lines: string[];
  opened: () => number;
} {
  const lines: string[] = [];
  let opened = 0;
  const write = (line: string): void => void lines.push(line);
  const log = new Log(() => {
    opened += 1;
    return { debug: write, info: write, warn: write, error: write, show: () => undefined, dispose: () => undefined };
  }, redactor);
  return { log, lines, opened: () => opened };
}
