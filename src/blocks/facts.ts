// Builds the facts in the wing's panels. A fact that was not recorded has no value and nothing to copy.
import { formatSeconds, type Nanoseconds } from "../base/time.ts";
import type { PlainFact } from "../panels/kit/page/model.ts";
import { count } from "../workbench/text/format.ts";
import { formatHbars, formatShortTime } from "./format.ts";

export function plainFact(name: string, value: string | undefined, copy = value): PlainFact {
  return value === undefined || copy === undefined ? { name, value } : { name, value, copy };
}

/** A hash, an ID or a file name, in a monospaced font. */
export function codeFact(name: string, value: string | undefined): PlainFact {
  return { ...plainFact(name, value), mono: true };
}

export function wideCodeFact(name: string, value: string | undefined): PlainFact {
  return { ...codeFact(name, value), wide: true };
}

/** A value that is copied in another form than shown, usually with all its digits. */
export function valueFact<Value>(
  name: string,
  value: Value | undefined,
  show: (value: Value) => string | undefined,
  toCopy: (value: Value) => string = String,
): PlainFact {
  return value === undefined ? { name, value: undefined } : plainFact(name, show(value), toCopy(value));
}

export function numberFact(name: string, value: bigint | undefined): PlainFact {
  return valueFact(name, value, count);
}

/** An amount shown in hbars, and copied in tinybars, the unit that the network counts in. */
export function hbarFact(name: string, tinybars: bigint | undefined): PlainFact {
  return valueFact(name, tinybars, formatHbars);
}

export function timeFact(name: string, time: Nanoseconds | undefined): PlainFact {
  return valueFact(name, time, formatShortTime, formatSeconds);
}

/** A time in the node's format, with all its digits. */
export function secondsFact(name: string, time: Nanoseconds | undefined): PlainFact {
  return { ...valueFact(name, time, formatSeconds, formatSeconds), mono: true };
}

/** One fact whose value has several lines; no fact if there are no lines. */
export function listFact(name: string, lines: readonly string[]): readonly PlainFact[] {
  return lines.length === 0 ? [] : [wideCodeFact(name, lines.join("\n"))];
}
