// Detects edits that someone else overwrites right after they were sent. The other machine checked the text before the
// edit arrived, and wrote after the edit was confirmed. No server prevents that.
import type { Disposable, Event } from "vscode";
import { asProblem } from "../../base/problem.ts";
import type { Wait } from "../../base/tasks/wait.ts";
import { Emitter } from "../../workbench/events.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import { getText, toSentText, type Draft } from "./drafts/draft.ts";
import { placeKey, type Kind, type Place } from "./drafts/place.ts";
import type { Drafts, DraftsDependencies } from "./drafts/drafts.ts";
import { refuse } from "./drafts/outcome.ts";
import type { Target, Writer } from "./targets/target.ts";
import { matchesServer } from "./drafts/draft-document.ts";

/** Longer than another machine takes from its check to its write, but too short for most later edits. */
export const RECHECK_DELAY_MS = 5_000;

export interface OverwritesDependencies extends Pick<Shared, "log">, Pick<DraftsDependencies, "present"> {
  readonly drafts: Drafts;
  readonly targets: Readonly<Record<Kind, Target>>;
  readonly wait: Wait;
}

export class Overwrites implements Disposable {
  readonly #dependencies: OverwritesDependencies;
  /** The pending checks, by the keys of their places. */
  readonly #checks = new Map<string, AbortController>();
  readonly #found = new Emitter<Place>();
  /** Fires when the server's text differs from the sent one, which is a draft again. */
  readonly onDidFind: Event<Place> = this.#found.event;

  constructor(dependencies: OverwritesDependencies) {
    this.#dependencies = dependencies;
  }

  /** Checks the server's text once, some time after an edit was sent. */
  async watch(draft: Draft, { api }: Writer): Promise<void> {
    const { author, opened, place, repository } = draft;
    const { drafts, log, present, targets, wait } = this.#dependencies;
    const target = targets[place.kind];
    if (target.load === undefined) return;
    const check = new AbortController();
    this.#checks.set(placeKey(place), check);
    try {
      await wait(RECHECK_DELAY_MS, check.signal);
      // This window has sent another edit under a new name of the repository.
      const latest = this.#checks.get(placeKey(present(place)));
      if (latest !== undefined && latest !== check) return;
      const theirs = await target.load(api, place);
      if (check.signal.aborted) return;
      this.unwatch(place);
      const text = toSentText(draft);
      if (theirs === undefined || matchesServer(place.kind, text, theirs)) return;
      const kept = await drafts.begin(place, { author, opened, repository, text });
      // If the user started another edit since, sending compares that one with the server's text.
      if (getText(kept) !== text) return;
      await drafts.fail(kept.id, refuse("conflict"), text, undefined);
      this.#found.fire(place);
    } catch (error) {
      log.debug("Could not look for an overwritten edit", { problem: asProblem(error).message });
    }
  }

  /** Cancels the check. Call when this window sends another edit, which replaces the text. */
  unwatch(place: Place): void {
    this.#checks.get(placeKey(place))?.abort();
    this.#checks.delete(placeKey(place));
  }

  dispose(): void {
    for (const check of this.#checks.values()) check.abort();
    this.#found.dispose();
  }
}
