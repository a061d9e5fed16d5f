// Defines an attack, and prints how many of its tries were stopped. A try that never ends fails with its file.

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
}

export interface Row {
  readonly name: string;
  readonly tries: number;
  held: number;
  leaked: number;
  unhandled: number;
  readonly faults: string[];
}

/** Runs up to `most` tries, spread evenly over all of them. */
export async function tryAll({ name, tries: all }: Attack, most: number): Promise<Row> {
  const step = Math.max(1, all.length / most);
  const tries = all.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
  const row: Row = { name, tries: tries.length, held: 0, leaked: 0, unhandled: 0, faults: [] };
  for (const each of tries) {
    const faults = await tryOnce(each, row);
    if (faults.length === 0) row.held += 1;
    else row.faults.push(...faults.map((fault) => `${each.name}: ${fault}`));
  }
  return row;
}

async function tryOnce({ run }: Try, row: Row): Promise<readonly string[]> {
  const faults: string[] = [];
  const said: string[] = [];
  const unhandled = (): void => {
    row.unhandled += 1;
    faults.push("a rejection that no one handled");
  };
  process.on("unhandledRejection", unhandled);
  try {
    await run((what) => void said.push(textIn(what)));
  } catch (error) {
    faults.push(error instanceof Error ? error.message : String(error));
  }
  // A rejection that no one handles is reported after the current turn.
  await new Promise((resolve) => setImmediate(resolve));
  process.off("unhandledRejection", unhandled);
  const leak = said.map(withoutDisguise).find((text) => text.includes(TOKEN));
  if (leak !== undefined) {
    row.leaked += 1;
    const at = leak.indexOf(TOKEN);
    faults.push(`the token was said: ${leak.slice(Math.max(0, at - 80), at + TOKEN.length)}`);
  }
  return faults;
}

/** The text as its reader may see it. */
function withoutDisguise(text: string): string {
  return text.normalize("NFKC").replace(/\p{Default_Ignorable_Code_Point}+/gu, "");
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
  const cells = rows.map(({ name, tries, held, leaked, unhandled }) => [
    name,
    ...[tries, held, leaked, unhandled].map(String),
  ]);
  const all = [["attack", "tries", "held", "leaked", "unhandled"], ...cells];
  return all.map(([name = "", ...counts]) => `${name.padEnd(52)}${counts.map((each) => each.padStart(11)).join("")}`);
}
