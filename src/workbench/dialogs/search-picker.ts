// A quick pick that lists known choices at once, looks up more, and stays open while it checks a choice.
import type { QuickPick, QuickPickItem } from "vscode";

/** A row of the quick pick. */
export interface Offer<T> extends QuickPickItem {
  /** Undefined if the row is only a message. */
  readonly value: T | undefined;
  /** Whether the row stays below the results of a lookup. */
  readonly isLast: boolean;
}

export interface SearchPickerOptions<T> {
  readonly title: string;
  readonly placeholder: string | undefined;
  readonly value: string | undefined;
  /** Lists the choices that need no request. Until it resolves, the previous ones stay. */
  readonly listKnown: (typed: string) => readonly Offer<T>[] | Promise<readonly Offer<T>[]>;
  /** Looks up more choices elsewhere, after a pause. */
  readonly lookUp: ((typed: string, signal: AbortSignal) => Promise<readonly Offer<T>[]>) | undefined;
  /** Returns rows that say why a choice can't be used and what to do instead; undefined if it can. */
  readonly check: ((chosen: T, signal: AbortSignal) => Promise<readonly Offer<T>[] | undefined>) | undefined;
}

/** Time without typing before a lookup. */
const LOOKUP_DELAY_MS = 250;

/** Shows the quick pick. Returns the choice, or undefined if the user cancels. Closes and throws if a check throws. */
export function showSearchPicker<T>(
  picker: QuickPick<Offer<T>>,
  parts: SearchPickerOptions<T>,
): Promise<T | undefined> {
  picker.title = parts.title;
  picker.placeholder = parts.placeholder;
  picker.value = parts.value ?? "";
  // The quick pick often opens while a row or a panel is still taking the focus, and must not close then.
  picker.ignoreFocusOut = true;
  let refusal: readonly Offer<T>[] = [];
  let known: readonly Offer<T>[] = [];
  let found: readonly Offer<T>[] = [];
  let offered: readonly Offer<T>[] = [];
  let lookup = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let listing: Promise<void> | undefined;
  let isLookingUp = false;
  let isChecking = false;
  /** The user pressed Enter before the choices, except those marked as last, were listed. Accepts the best result. */
  let acceptsBest = false;
  let accept: (best?: Offer<T>) => void = () => undefined;

  const show = (): void => {
    const first = known.filter(({ isLast }) => !isLast);
    const last = known.filter(({ isLast }) => isLast);
    const choices = found.filter(({ value }) => value !== undefined);
    // VS Code reports a row by its index, possibly after the rows have changed. Below all choices, a message doesn't
    // take the index of the row that the user accepts.
    const messages = found.filter(({ value }) => value === undefined);
    offered = [...refusal, ...first, ...choices, ...last, ...messages];
    picker.items = offered;
    // VS Code activates the first row, but a message can't be chosen.
    if (offered[0]?.value === undefined)
      picker.activeItems = offered.filter(({ value }) => value !== undefined).slice(0, 1);
    picker.busy = isLookingUp || isChecking;
    // VS Code hasn't reported yet which of the new rows is active.
    if (acceptsBest) accept(offered.find(({ value }) => value !== undefined));
  };
  const look = async (typed: string, signal: AbortSignal): Promise<void> => {
    const results = (await parts.lookUp?.(typed, signal).catch(() => [])) ?? [];
    await listing;
    if (signal.aborted) return;
    found = results;
    isLookingUp = false;
    show();
  };
  const list = async (listed: Promise<readonly Offer<T>[]>, signal: AbortSignal): Promise<void> => {
    const results = await listed.catch(() => []);
    if (signal.aborted) return;
    known = results;
    listing = undefined;
    show();
  };
  const offer = (typed: string): void => {
    clearTimeout(timer);
    lookup.abort();
    lookup = new AbortController();
    acceptsBest = false;
    isChecking = false;
    const { signal } = lookup;
    [refusal, found, listing] = [[], [], undefined];
    isLookingUp = parts.lookUp !== undefined;
    const listed = parts.listKnown(typed);
    if (listed instanceof Promise) listing = list(listed, signal);
    else {
      known = listed;
      show();
    }
    if (isLookingUp) timer = setTimeout(() => void look(typed, signal), typed === "" ? 0 : LOOKUP_DELAY_MS);
  };
  let text = picker.value;
  offer(text);
  picker.onDidChangeValue((typed) => {
    // VS Code also reports the initial text, possibly after it has been looked up.
    if (typed === text) return;
    text = typed;
    offer(typed);
  });
  return new Promise((resolve, reject) => {
    const finish = (value: T): void => {
      resolve(value);
      picker.hide();
    };
    const fail = (error: unknown): void => {
      reject(error);
      picker.hide();
    };
    /** Keeps the quick pick and its text open until the check has accepted the choice. */
    const checkValue = async (active: Offer<T>, value: T, check: NonNullable<typeof parts.check>): Promise<void> => {
      const { signal } = lookup;
      isChecking = true;
      picker.busy = true;
      let refused: readonly Offer<T>[] | undefined;
      try {
        refused = await check(value, signal);
      } catch (error) {
        if (!signal.aborted) fail(error);
        return;
      }
      if (signal.aborted) return;
      isChecking = false;
      if (refused === undefined) {
        finish(value);
        return;
      }
      refusal = refused;
      show();
      // Keeps the choice active, so that Enter checks it again.
      picker.activeItems = offered.filter((each) => each === active);
    };
    accept = (best): void => {
      if (isChecking) return;
      const isBetter = offered.some(({ isLast, value }) => !isLast && value !== undefined);
      acceptsBest = listing !== undefined || (isLookingUp && !isBetter);
      if (acceptsBest) return;
      // If Enter follows the last key right away, the active row may still be an older one, which doesn't match the
      // text.
      const active = best ?? picker.activeItems.find((each) => offered.includes(each)) ?? offered[0];
      if (active?.value === undefined) return;
      if (parts.check === undefined) finish(active.value);
      else void checkValue(active, active.value, parts.check);
    };
    picker.onDidAccept(() => accept());
    picker.onDidHide(() => {
      clearTimeout(timer);
      lookup.abort();
      resolve(undefined);
      picker.dispose();
    });
    picker.show();
  });
}
