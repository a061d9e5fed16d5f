// A quick pick whose choices follow what is typed, at once and from elsewhere, and which stays open while a choice is checked.
import type { QuickPick, QuickPickItem } from "vscode";

/** A row of the quick pick. */
export interface Offer<T> extends QuickPickItem {
  /** Without one, the row is only a message. */
  readonly value: T | undefined;
  /** Stays below what is looked up later. */
  readonly isLast: boolean;
}

export interface SearchPickerOptions<T> {
  readonly title: string;
  readonly placeholder: string | undefined;
  readonly value: string | undefined;
  /** What is offered without a request. */
  readonly atOnce: (typed: string) => readonly Offer<T>[];
  /** What is found elsewhere, after a pause. */
  readonly later: ((typed: string, signal: AbortSignal) => Promise<readonly Offer<T>[]>) | undefined;
  /** Rows that say why a choice can't be used and what to do then; undefined if it can. */
  readonly check: ((chosen: T, signal: AbortSignal) => Promise<readonly Offer<T>[] | undefined>) | undefined;
}

/** After the last key. */
const PAUSE_MS = 250;

/** Shows the quick pick. Returns the choice, or undefined if the user cancels. */
export function showSearchPicker<T>(
  picker: QuickPick<Offer<T>>,
  parts: SearchPickerOptions<T>,
): Promise<T | undefined> {
  picker.title = parts.title;
  picker.placeholder = parts.placeholder;
  picker.value = parts.value ?? "";
  // It often opens while a row or a panel is still taking the focus; typed text must not get lost.
  picker.ignoreFocusOut = true;
  let refusal: readonly Offer<T>[] = [];
  let atOnce: readonly Offer<T>[] = [];
  let found: readonly Offer<T>[] = [];
  let offered: readonly Offer<T>[] = [];
  let asking = new AbortController();
  let pause: NodeJS.Timeout | undefined;
  let isLooking = false;
  let isChecking = false;
  /** Enter was pressed before the answer came, with nothing better than the last choices to take. */
  let wantsBest = false;
  let accept: (best?: Offer<T>) => void = () => undefined;

  const show = (): void => {
    const first = atOnce.filter(({ isLast }) => !isLast);
    offered = [...refusal, ...first, ...found, ...atOnce.filter(({ isLast }) => isLast)];
    picker.items = offered;
    picker.busy = isLooking || isChecking;
  };
  const look = async (typed: string, signal: AbortSignal): Promise<void> => {
    const answer = (await parts.later?.(typed, signal).catch(() => [])) ?? [];
    if (signal.aborted) return;
    found = answer;
    isLooking = false;
    show();
    // VS Code doesn't say yet which of the new rows is active.
    if (wantsBest) accept(offered.find(({ value }) => value !== undefined));
  };
  const offer = (typed: string): void => {
    clearTimeout(pause);
    asking.abort();
    asking = new AbortController();
    wantsBest = false;
    isChecking = false;
    [refusal, found, atOnce] = [[], [], parts.atOnce(typed)];
    isLooking = parts.later !== undefined;
    show();
    const { signal } = asking;
    if (isLooking) pause = setTimeout(() => void look(typed, signal), typed === "" ? 0 : PAUSE_MS);
  };
  let text = picker.value;
  offer(text);
  picker.onDidChangeValue((typed) => {
    // VS Code also reports the text that the quick pick opens with, possibly after that was looked up.
    if (typed === text) return;
    text = typed;
    offer(typed);
  });
  return new Promise((resolve) => {
    const finish = (value: T): void => {
      resolve(value);
      picker.hide();
    };
    /** The quick pick stays open with its text until the choice is accepted. */
    const checkValue = async (active: Offer<T>, value: T, check: NonNullable<typeof parts.check>): Promise<void> => {
      const { signal } = asking;
      isChecking = true;
      picker.busy = true;
      const refused = await check(value, signal);
      if (signal.aborted) return;
      isChecking = false;
      if (refused === undefined) {
        finish(value);
        return;
      }
      refusal = refused;
      show();
      // Enter tries the same again.
      picker.activeItems = offered.filter((each) => each === active);
    };
    accept = (best): void => {
      if (isChecking) return;
      const isBetter = offered.some(({ isLast, value }) => !isLast && value !== undefined);
      wantsBest = isLooking && !isBetter;
      if (wantsBest) return;
      // A user who types and presses Enter right away may not have seen the latest choices, and an older choice
      // doesn't match the text.
      const active = best ?? picker.activeItems.find((each) => offered.includes(each)) ?? offered[0];
      if (active?.value === undefined) return;
      if (parts.check === undefined) finish(active.value);
      else void checkValue(active, active.value, parts.check);
    };
    picker.onDidAccept(() => accept());
    picker.onDidHide(() => {
      clearTimeout(pause);
      asking.abort();
      resolve(undefined);
      picker.dispose();
    });
    picker.show();
  });
}
