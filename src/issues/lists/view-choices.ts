import * as v from "valibot";
import type { Memento } from "vscode";
import { repositoryKey } from "../model/address.ts";
import type { RepositoryAddress } from "../model/address.ts";
import { ORDERS } from "../model/query.ts";
import type { Grouping, IssueQuery } from "../model/query.ts";

const KEY = "triptych.issues.view";

const filterKept = v.object({
  state: v.optional(v.picklist(["open", "closed", "all"])),
  type: v.optional(v.picklist(["issues", "pulls"])),
  words: v.optional(v.string()),
  labels: v.optional(v.array(v.string())),
  milestones: v.optional(v.array(v.string())),
  author: v.optional(v.string()),
  assignee: v.optional(v.string()),
  mentioned: v.optional(v.string()),
  sort: v.optional(v.picklist(ORDERS)),
});
const kept = v.object({
  filters: v.optional(v.record(v.string(), filterKept), {}),
  groups: v.optional(v.record(v.string(), v.picklist(["none", "milestone", "label", "author"])), {}),
  /** Servers that were found to know no order but one. */
  unsorted: v.optional(v.array(v.string()), []),
});

type Kept = v.InferOutput<typeof kept>;

/** How the reader wants to see the lists. */
export class ViewChoices {
  readonly #state: Memento;

  constructor(state: Memento) {
    this.#state = state;
  }

  /** What was narrowed in a list, beside what it asks for by itself. */
  filterOf(address: RepositoryAddress, query: string): IssueQuery {
    return this.#all().filters[`${repositoryKey(address)} ${query}`] ?? {};
  }

  async filter(address: RepositoryAddress, query: string, filter: IssueQuery): Promise<void> {
    const { filters, ...rest } = this.#all();
    const { labels, milestones, ...others } = filter;
    const lists = {
      ...(labels === undefined ? {} : { labels: [...labels] }),
      ...(milestones === undefined ? {} : { milestones: [...milestones] }),
    };
    const whole = { ...filters, [`${repositoryKey(address)} ${query}`]: { ...others, ...lists } };
    await this.#state.update(KEY, { ...rest, filters: whole });
  }

  groupingOf(address: RepositoryAddress): Grouping {
    return this.#all().groups[repositoryKey(address)] ?? "none";
  }

  async group(address: RepositoryAddress, by: Grouping): Promise<void> {
    const all = this.#all();
    await this.#state.update(KEY, { ...all, groups: { ...all.groups, [repositoryKey(address)]: by } });
  }

  /** False where the server was found to know no order but one. */
  maySort({ base }: RepositoryAddress): boolean {
    return !this.#all().unsorted.includes(base.toLowerCase());
  }

  async neverSort({ base }: RepositoryAddress): Promise<void> {
    const all = this.#all();
    await this.#state.update(KEY, { ...all, unsorted: [...new Set([...all.unsorted, base.toLowerCase()])] });
  }

  #all(): Kept {
    const read = v.safeParse(kept, this.#state.get(KEY));
    return read.success ? read.output : { filters: {}, groups: {}, unsorted: [] };
  }
}
