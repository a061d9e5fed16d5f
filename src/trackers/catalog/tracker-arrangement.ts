// How the Trackers view arranges its trackers: grouping and order are saved, the filter lasts until the window closes.
import * as v from "valibot";
import type { Disposable, Event } from "vscode";
import { Emitter } from "../../workbench/events.ts";
import { StoredValue } from "../../workbench/stored-value.ts";
import type { State } from "../../workbench/stored-value.ts";
import { GROUPINGS, ORDERS, USUAL } from "../model/arrangement.ts";
import type { Arrangement } from "../model/arrangement.ts";

const KEPT = "triptych.trackers.arrangement";
const kept = v.object({ grouping: v.picklist(GROUPINGS), order: v.picklist(ORDERS) });

export class TrackerArrangement implements Disposable {
  readonly #stored: StoredValue<v.InferOutput<typeof kept>>;
  readonly #changed = new Emitter<Arrangement>();
  #current: Arrangement;
  readonly onDidChange: Event<Arrangement> = this.#changed.event;

  constructor(state: State) {
    this.#stored = new StoredValue(state, KEPT, kept, USUAL);
    this.#current = { ...USUAL, ...this.#stored.get() };
  }

  get current(): Arrangement {
    return this.#current;
  }

  change(wanted: Partial<Arrangement>): void {
    this.#current = { ...this.#current, ...wanted };
    const { grouping, order } = this.#current;
    if (wanted.filter === undefined) void this.#stored.set({ grouping, order });
    this.#changed.fire(this.#current);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
