// Builds the facts in the wing's panels. A fact that was not recorded has no value and nothing to copy.
import * as v from "valibot";
import { formatSeconds, type Nanoseconds } from "../../base/time.ts";
import type { Fact, PlainFact } from "../../panels/kit/content/content-model.ts";
import type { Span } from "../../panels/kit/content/text-model.ts";
import { format } from "../../workbench/text/format.ts";
import { formatHbars, formatShortTime } from "../wording/block-text.ts";

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

/** Opens the panel of an entity. Every panel that shows entities has this message. */
export const entityMessage = {
  openEntity: v.object({ id: v.pipe(v.string(), v.regex(/^\d{1,5}\.\d{1,5}\.\d{1,19}$|^0x[0-9a-f]{40}$/)) }),
};

export interface OpenEntity {
  readonly type: "openEntity";
  readonly id: string;
}

/** An entity's ID or EVM address, as a link to its panel. Any other text is not a link. */
export function entitySpan(id: string, text = id): Span<OpenEntity> {
  // 0.0.0 stands for no entity, for example in an event that creates tokens.
  const isEntity = id !== "0.0.0" && v.is(entityMessage.openEntity, { id });
  return { text, ...(isEntity ? { act: { type: "openEntity", id } } : {}), ...(text === id ? {} : { tip: id }) };
}

export function entityFact(name: string, id: string | undefined): Fact<OpenEntity> {
  return id === undefined ? { name } : { ...codeFact(name, id), value: [entitySpan(id)] };
}

/** One fact whose value has several lines of spans; no fact if there are no lines. The copied text has no tips. */
export function linesFact<A>(name: string, lines: readonly (readonly Span<A>[])[]): readonly Fact<A>[] {
  if (lines.length === 0) return [];
  const value = lines.flatMap((line, at) => (at === 0 ? line : [{ text: "\n" }, ...line]));
  return [{ name, value, copy: value.map(({ text = "" }) => text).join(""), mono: true, wide: true }];
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
  return valueFact(name, value, (value) => format.count(value));
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
