import { join } from "node:path";
import type { Disposable, Event } from "vscode";
import type { Wait } from "../../base/wait.ts";
import { Emitter } from "../../workbench/events.ts";
import type { Shared } from "../../workbench/shared.ts";
import type { Forge as Api } from "../api/forge.ts";
import type { Comment } from "../model/entities.ts";
import { repositoryKey } from "../model/address.ts";
import type { RepositoryAddress, ThreadAddress } from "../model/address.ts";
import { draftKey, renamed } from "../model/draft.ts";
import type { DraftPlace } from "../model/draft.ts";
import type { Writer } from "./arrivals.ts";
import { Attempts } from "./attempts.ts";
import { Deleting } from "./deleting.ts";
import { Drafts } from "./drafts.ts";
import { FindingOut } from "./finding-out.ts";
import { Outbox } from "./outbox.ts";
import type { OutboxParts } from "./outbox.ts";
import { Suggestions } from "./suggestions.ts";
import { Turns } from "./turns.ts";
import type { TurnsParts } from "./turns.ts";
import { Uploads } from "./uploads.ts";
import { Watching } from "./watching.ts";
import { Writing } from "./writing.ts";

export interface DeskParts extends Pick<Shared, "folder" | "log" | "now">, TurnsParts, Pick<OutboxParts, "others"> {
  readonly wait: Wait;
  readonly writerAt: (thread: ThreadAddress, login?: string) => Writer;
  readonly known: (thread: ThreadAddress) => readonly Comment[];
}

export interface Move {
  readonly from: RepositoryAddress;
  readonly to: RepositoryAddress;
}

/** All that one writes with, over one folder that the windows of the machine share. */
export class Desk implements Disposable {
  readonly drafts: Drafts;
  readonly attempts: Attempts;
  readonly turns: Turns;
  readonly writing: Writing;
  readonly deleting: Deleting;
  readonly findingOut: FindingOut;
  readonly outbox: Outbox;
  readonly suggestions: Suggestions;
  readonly uploads: Uploads;
  readonly #folder: string;
  readonly #moved = new Emitter<Move>();
  /** A repository in which one may be writing has a new name. */
  readonly onDidMove: Event<Move> = this.#moved.event;
  #watching: Watching | undefined;

  constructor(parts: DeskParts) {
    const { folder, log, now } = parts;
    const below = (name: string): string => join(folder, "issues", name);
    this.#folder = below("drafts");
    this.drafts = new Drafts(below("drafts"), now, log);
    this.attempts = new Attempts(below("attempts"));
    this.turns = new Turns(parts);
    const writing = { ...parts, drafts: this.drafts, attempts: this.attempts, turns: this.turns };
    this.writing = new Writing(writing);
    this.deleting = new Deleting(writing);
    const apiAt = (thread: ThreadAddress): Api => parts.writerAt(thread).api;
    this.suggestions = new Suggestions(apiAt, now, parts.known);
    this.uploads = new Uploads({
      turns: this.turns,
      apiAt,
      draft: (place) => this.drafts.get(place),
      known: parts.known,
    });
    this.findingOut = new FindingOut(writing);
    this.outbox = new Outbox({ ...parts, drafts: this.drafts, findingOut: this.findingOut, random: Math.random });
  }

  /** From now on what waits is sent this way, and what other windows write is told of. */
  open(send: (place: DraftPlace) => Promise<unknown>): void {
    this.outbox.start(send);
    this.#watching ??= new Watching(this.#folder, () => void this.drafts.lookAgain());
  }

  /** The repository has a new name, and so have the drafts in it, but for those that are just being sent. */
  async move(from: RepositoryAddress, to: RepositoryAddress): Promise<void> {
    const [drafts, begun] = await Promise.all([this.drafts.list(), this.attempts.list()]);
    for (const { place } of [...drafts, ...begun]) {
      const moved = renamed(place, to);
      if (repositoryKey(place.thread) !== repositoryKey(from) || draftKey(moved) === draftKey(place)) continue;
      await this.turns.holding(place, async () => {
        await this.attempts.move(place, moved);
        await this.drafts.move(place, moved);
      });
    }
    this.#moved.fire({ from, to });
  }

  dispose(): void {
    this.#watching?.dispose();
    this.outbox.dispose();
  }
}
