// How all panels of the wing write facts. One that was not recorded has neither a value nor anything to copy.
import { formatSeconds, type Nanoseconds } from "../base/time.ts";
import type { PlainFact } from "../panels/kit/page/model.ts";
import { count } from "../workbench/format.ts";
import { formatHbars, formatShortTime } from "./format.ts";

export function plainFact(name: string, value: string | undefined, copy = value): PlainFact {
  return value === undefined || copy === undefined ? { name, value } : { name, value, copy };
}

/** A hash, an ID or the name of a file: text that is read digit by digit. */
export function codeFact(name: string, value: string | undefined): PlainFact {
  return { ...plainFact(name, value), mono: true };
}

export function wideCodeFact(name: string, value: string | undefined): PlainFact {
  return { ...codeFact(name, value), wide: true };
}

/** A value that is copied in another form than it is shown in: mostly with all its digits. */
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

/** An amount in hbars. Copy takes tinybars, the unit that the network counts in. */
export function hbarFact(name: string, tinybars: bigint | undefined): PlainFact {
  return valueFact(name, tinybars, formatHbars);
}

export function timeFact(name: string, time: Nanoseconds | undefined): PlainFact {
  return valueFact(name, time, formatShortTime, formatSeconds);
}

/** A time as the node writes it, with all its digits. */
export function secondsFact(name: string, time: Nanoseconds | undefined): PlainFact {
  return { ...valueFact(name, time, formatSeconds, formatSeconds), mono: true };
}

/** A fact with one value in several lines; none if there is no line. */
export function listFact(name: string, lines: readonly string[]): readonly PlainFact[] {
  return lines.length === 0 ? [] : [wideCodeFact(name, lines.join("\n"))];
}
