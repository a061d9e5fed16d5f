// Remembers how the user filters, sorts and groups each list.
import * as v from "valibot";
import { StoredValue, type State } from "../../workbench/storage/stored-value.ts";
import { repositoryKey, type RepositoryAddress } from "../model/address.ts";
import { ORDERS, type Grouping, type ListFilter } from "../model/query.ts";

const KEY = "triptych.issues.view";

const names = v.optional(v.pipe(v.array(v.string()), v.readonly()));
const storedFilter = v.object({
  state: v.optional(v.picklist(["open", "closed", "all"])),
  type: v.optional(v.picklist(["issues", "pulls", "both"])),
  words: v.optional(v.string()),
  labels: names,
  milestones: names,
  author: v.optional(v.string()),
  assignee: v.optional(v.string()),
  mentioned: v.optional(v.string()),
  sort: v.optional(v.picklist(ORDERS)),
});
const storedChoices = v.object({
  filters: v.optional(v.record(v.string(), storedFilter), {}),
  groups: v.optional(v.record(v.string(), v.picklist(["none", "milestone", "label", "author"])), {}),
});

type StoredChoices = v.InferOutput<typeof storedChoices>;

export class ViewChoices {
  readonly #choices: StoredValue<StoredChoices>;
  /** Servers that were found to support only one sort order. Not stored, because an update of a server may add others. */
  readonly #unsorted = new Set<string>();

  constructor(state: State) {
    this.#choices = new StoredValue(state, KEY, storedChoices, { filters: {}, groups: {} });
  }

  /** Returns the user's filter for a list, which is applied on top of the list's own query. */
  getFilter(address: RepositoryAddress, query: string): ListFilter {
    return this.#choices.get().filters[`${repositoryKey(address)} ${query}`] ?? {};
  }

  async filter(address: RepositoryAddress, query: string, filter: ListFilter): Promise<void> {
    const { filters, groups } = this.#choices.get();
    await this.#choices.set({ groups, filters: { ...filters, [`${repositoryKey(address)} ${query}`]: filter } });
  }

  getGrouping(address: RepositoryAddress): Grouping {
    return this.#choices.get().groups[repositoryKey(address)] ?? "none";
  }

  async group(address: RepositoryAddress, by: Grouping): Promise<void> {
    const all = this.#choices.get();
    await this.#choices.set({ ...all, groups: { ...all.groups, [repositoryKey(address)]: by } });
  }

  /** Copies the choices to the new name of a repository. Rows may still use the old name. */
  async rename(from: RepositoryAddress, to: RepositoryAddress): Promise<void> {
    const { filters, groups } = this.#choices.get();
    const withCopies = <Value>(table: Readonly<Record<string, Value>>): Record<string, Value> => {
      const copies = Object.entries(table).flatMap(([key, value]) => {
        const [repository, ...list] = key.split(" ");
        return repository === repositoryKey(from) ? [[[repositoryKey(to), ...list].join(" "), value] as const] : [];
      });
      return { ...Object.fromEntries(copies), ...table };
    };
    await this.#choices.set({ filters: withCopies(filters), groups: withCopies(groups) });
  }

  /** False if the server was found to support only one sort order. */
  maySort({ base }: RepositoryAddress): boolean {
    return !this.#unsorted.has(base.toLowerCase());
  }

  markUnsortable({ base }: RepositoryAddress): void {
    this.#unsorted.add(base.toLowerCase());
  }
}
