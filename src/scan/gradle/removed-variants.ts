// Finds the variants that a build script removes, as far as it names them literally.
import type { Block, Statement } from "./outline.ts";

/** Variants that the script removes: those with all these names among their flavors, build type and own name. */
export type RemovedVariants = readonly string[];

const FILTERS = /^(?:variantFilter|beforeVariants)$/;
const REMOVES = /(?:\bsetIgnore ?\( ?true ?\)|\b(?:ignore|isIgnore) = true|\b(?:enable|enabled) = false)$/;
/** No one reads longer conditions, or more nested ones. */
const MAX_CHARS = 500;
const MAX_ALTERNATIVES = 100;
const TEXT = /(["'])\s*\1/g;

/** Reads `setIgnore(true)`, `ignore = true` and `enable = false` with their conditions. Others can't be decided. */
export function findRemovedVariants({ blocks, flat, literals }: Statement): readonly RemovedVariants[] {
  if (flat.length > MAX_CHARS || !REMOVES.test(flat)) return [];
  const at = blocks.findIndex(isVariantFilter);
  const [filter, ...conditions] = at === -1 ? [] : blocks.slice(at);
  if (filter === undefined || blocks.some(({ head }) => head.length > MAX_CHARS)) return [];
  const own = {
    head: flat.replace(/\)? ?[\w.]*(?:\bsetIgnore|\b\w+ = ).*$/, ")"),
    texts: literals.map(({ text }) => text),
  };
  const all = [readSelector(filter), ...conditions.map(readCondition)];
  if (/^(?:\w+ -> ?)?if\b/.test(flat)) all.push(readCondition(own));
  let removed: readonly RemovedVariants[] = [[]];
  for (const alternatives of all) {
    if (alternatives === undefined) return [];
    removed = removed.flatMap((names) => alternatives.map((more) => names.concat(more)));
    if (removed.length > MAX_ALTERNATIVES) return [];
  }
  return removed;
}

/** Whether the block decides which variants exist, such as `androidComponents.beforeVariants(selector().all()) {`. */
export function isVariantFilter({ head }: Pick<Block, "head">): boolean {
  return FILTERS.test(/(\w+) ?(?:\(.*\))?$/.exec(head.slice(-MAX_CHARS))?.[1] ?? "");
}

/** The names that the selector of `beforeVariants` asks for; undefined if they aren't literal. */
function readSelector({ head, texts }: Pick<Block, "head" | "texts">): readonly RemovedVariants[] | undefined {
  const call = fillIn(head, texts);
  if (call.length > MAX_CHARS) return undefined;
  const [, selector] = /\( ?selector\(\)(.*)\)$/.exec(call) ?? [];
  if (selector === undefined) return /\(/.test(head) ? undefined : [[]];
  const calls =
    /^(?:\.(?:all\(\)|(?:withName|withBuildType|withFlavor)\((?:(?:new )?Pair\()?"[^"]*"(?:(?: to|,) "[^"]*")?\)?\)))*$/;
  if (!calls.test(selector)) return undefined;
  return [[...selector.matchAll(/"([^"]*)"\)/g)].map(([, name = ""]) => name)];
}

/** The names that a condition asks for, one list for each alternative; undefined if it asks for anything else. */
function readCondition({ head, texts }: Pick<Block, "head" | "texts">): readonly RemovedVariants[] | undefined {
  const [, condition] = /^(?:\w+ -> ?)?if ?\((.*)\)$/.exec(fillIn(head, texts).trim()) ?? [];
  if (condition === undefined) return undefined;
  const alternatives = condition.split("||").map((alternative) => {
    const names = alternative.split("&&").map((each) => readTest(each.trim()));
    return names.includes(undefined) ? undefined : names.flatMap((each) => each ?? []);
  });
  // An alternative that can't be decided may remove more, but not less.
  const known = alternatives.filter((each) => each !== undefined);
  return known.length === 0 ? undefined : known;
}

/** The names that one test asks for: `names.contains("demo")`, `variant.buildType.name == "debug"`. */
function readTest(test: string): RemovedVariants | undefined {
  const [, equal] = /^[\w.]*\b(?:name|buildType)(?:!!)?(?: == |\.equals\()"([^"]*)"\)?$/.exec(test) ?? [];
  if (equal !== undefined) return [equal];
  const [, contained] = /^[\w.*]+\.contains\("([^"]*)"(?: to "[^"]*")?\)$/.exec(test) ?? [];
  const pairs =
    /^[\w.]*productFlavors\.contains(?:All)?\((?:(?:listOf|setOf)\()?((?:"[^"]*" to "[^"]*"(?:, )?)+)\)?\)$/.exec(
      test,
    )?.[1];
  if (pairs !== undefined) return [...pairs.matchAll(/ to "([^"]*)"/g)].map(([, name = ""]) => name);
  return contained === undefined ? undefined : [contained];
}

/** Puts the strings back into code with blanked ones, all in double quotes. */
function fillIn(code: string, texts: readonly string[]): string {
  let next = 0;
  return code.replace(TEXT, () => `"${texts[next++] ?? ""}"`);
}
