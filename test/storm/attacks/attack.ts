// Defines an attack, and prints how many of its tries were stopped.
import { setTimeout as pause } from "node:timers/promises";

/** The token that no error, log, URL, file or message may hold. */
export const TOKEN = "5ecre7-70ken-0f-a11ce-5ecre7-70ken-0f-a11ce";

/** Everything that a try outputs. */
export type Hear = (said: unknown) => void;

export interface Try {
  readonly name: string;
  /** Throws if the attack was not stopped. */
  readonly run: (hear: Hear) => Promise<void> | void;
}

export interface Attack {
  readonly name: string;
  readonly tries: readonly Try[];
  /** The tries measure their own time, or their work belongs in a worker. */
  readonly byProcessorTime?: boolean;
}

/** A try that takes longer counts as hanging. */
const MAX_MS = 20_000;
/** The event loop may be blocked this long on a machine that is busy with other tests. The host tests are stricter. */
const MAX_HELD_MS = 1_500;
const HEARTBEAT_MS = 20;

export interface Row {
  readonly name: string;
  readonly tries: number;
  held: number;
  leaked: number;
  hung: number;
  unhandled: number;
  readonly faults: string[];
}

/** Runs up to `most` tries, spread evenly over all of them. */
export async function tryAll({ name, tries: all, byProcessorTime = false }: Attack, most: number): Promise<Row> {
  const step = Math.max(1, all.length / most);
  const tries = all.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
  const row: Row = { name, tries: tries.length, held: 0, leaked: 0, hung: 0, unhandled: 0, faults: [] };
  for (const each of tries) {
    const faults = await tryOnce(each, row, byProcessorTime);
    if (faults.length === 0) row.held += 1;
    else row.faults.push(...faults.map((fault) => `${each.name}: ${fault}`));
  }
  return row;
}

async function tryOnce({ run }: Try, row: Row, byProcessorTime: boolean): Promise<readonly string[]> {
  const faults: string[] = [];
  const said: string[] = [];
  const unhandled = (): void => {
    row.unhandled += 1;
    faults.push("a rejection that no one handled");
  };
  process.on("unhandledRejection", unhandled);
  const heart = startHeart();
  const attempt = async (): Promise<"done"> => {
    try {
      await run((what) => void said.push(textIn(what)));
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error));
    }
    return "done";
  };
  const done = attempt();
  const controller = new AbortController();
  const late = pause(MAX_MS, "late" as const, { signal: controller.signal }).catch(() => "late" as const);
  if ((await Promise.race([done, late])) === "late") {
    row.hung += 1;
    faults.push(`not over after ${MAX_MS} ms`);
  }
  controller.abort();
  const heldMs = await heart();
  if (heldMs > MAX_HELD_MS && !byProcessorTime) {
    row.hung += 1;
    faults.push(`held the event loop for ${heldMs.toFixed(0)} ms`);
  }
  process.off("unhandledRejection", unhandled);
  const leak = said.find((text) => text.includes(TOKEN));
  if (leak !== undefined) {
    row.leaked += 1;
    const at = leak.indexOf(TOKEN);
    faults.push(`the token was said: ${leak.slice(Math.max(0, at - 80), at + TOKEN.length)}`);
  }
  return faults;
}

/** Returns how late the latest beat was. */
function startHeart(): () => Promise<number> {
  let last = performance.now();
  let latest = 0;
  const beat = (): void => {
    const now = performance.now();
    latest = Math.max(latest, now - last - HEARTBEAT_MS);
    last = now;
  };
  const timer = setInterval(beat, HEARTBEAT_MS);
  return async () => {
    await pause(0);
    beat();
    clearInterval(timer);
    return latest;
  };
}

/** Returns all text in a value, including the stack, cause and facts of an error. */
function textIn(value: unknown, depth = 0): string {
  if (typeof value === "string") return value;
  if (depth > 4 || typeof value !== "object" || value === null) return String(value);
  const parts = Object.entries(value).map(([key, each]) => `${key}: ${textIn(each, depth + 1)}`);
  if (value instanceof Error) parts.push(value.message, value.stack ?? "", textIn(value.cause, depth + 1));
  return parts.join("\n");
}

export function tableOf(rows: readonly Row[]): readonly string[] {
  const cells = rows.map(({ name, tries, held, leaked, hung, unhandled }) => [
    name,
    ...[tries, held, leaked, hung, unhandled].map(String),
  ]);
  const all = [["attack", "tries", "held", "leaked", "hung", "unhandled"], ...cells];
  return all.map(([name = "", ...counts]) => `${name.padEnd(52)}${counts.map((each) => each.padStart(11)).join("")}`);
}
