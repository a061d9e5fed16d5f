// Remembers the issues that were opened last, to offer them before the user types anything.
import * as v from "valibot";
import { StoredValue, type State } from "../../workbench/storage/stored-value.ts";
import { repositoryKey, sameBase, threadKey, type RepositoryAddress, type ThreadAddress } from "../model/address.ts";

const KEY = "triptych.issues.recent";
const MAX_THREADS = 20;

const storedThreads = v.array(
  v.object({
    base: v.string(),
    owner: v.string(),
    name: v.string(),
    number: v.pipe(v.string(), v.regex(/^[1-9]\d{0,18}$/)),
  }),
);

export class RecentThreads {
  readonly #threads: StoredValue<v.InferOutput<typeof storedThreads>>;

  constructor(state: State) {
    this.#threads = new StoredValue(state, KEY, storedThreads, []);
  }

  /** The latest first. */
  list(): readonly ThreadAddress[] {
    return this.#threads.get().map(({ base, owner, name, number }) => ({ base, owner, name, number: BigInt(number) }));
  }

  /** Call when a thread is opened. */
  async add({ base, owner, name, number }: ThreadAddress): Promise<void> {
    const thread = { base, owner, name, number };
    const [latest] = this.list();
    if (latest !== undefined && threadKey(latest) === threadKey(thread)) return;
    const others = this.list().filter((each) => threadKey(each) !== threadKey(thread));
    await this.#set([thread, ...others].slice(0, MAX_THREADS));
  }

  async rename(from: RepositoryAddress, { base, owner, name }: RepositoryAddress): Promise<void> {
    const isRenamed = (each: ThreadAddress): boolean => repositoryKey(each) === repositoryKey(from);
    if (!this.list().some(isRenamed)) return;
    await this.#set(this.list().map((each) => (isRenamed(each) ? { base, owner, name, number: each.number } : each)));
  }

  /** Call when an account is removed: its threads may have been private. */
  async forgetAt(base: string): Promise<void> {
    await this.#set(this.list().filter((each) => !sameBase(each.base, base)));
  }

  async #set(threads: readonly ThreadAddress[]): Promise<void> {
    await this.#threads.set(
      threads.map(({ base, owner, name, number }) => ({ base, owner, name, number: String(number) })),
    );
  }
}
