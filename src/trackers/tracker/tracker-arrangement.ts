// How the Trackers view arranges its trackers: grouping and order are saved, the filter lasts until the window closes.
import * as v from "valibot";
import type { Disposable, Event } from "vscode";
import { Emitter } from "../../workbench/events.ts";
import { StoredValue, type State } from "../../workbench/storage/stored-value.ts";
import { GROUPINGS, ORDERS, DEFAULT_ARRANGEMENT, type Arrangement } from "../model/arrangement.ts";

const STATE_KEY = "triptych.trackers.arrangement";
const savedArrangement = v.object({ grouping: v.picklist(GROUPINGS), order: v.picklist(ORDERS) });

export class TrackerArrangement implements Disposable {
  readonly #stored: StoredValue<v.InferOutput<typeof savedArrangement>>;
  readonly #changed = new Emitter<Arrangement>();
  #current: Arrangement;
  readonly onDidChange: Event<Arrangement> = this.#changed.event;

  constructor(state: State) {
    this.#stored = new StoredValue(state, STATE_KEY, savedArrangement, DEFAULT_ARRANGEMENT);
    this.#current = { ...DEFAULT_ARRANGEMENT, ...this.#stored.get() };
  }

  get current(): Arrangement {
    return this.#current;
  }

  change(changes: Partial<Arrangement>): void {
    this.#current = { ...this.#current, ...changes };
    const { grouping, order } = this.#current;
    if (changes.filter === undefined) void this.#stored.set({ grouping, order });
    this.#changed.fire(this.#current);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
