// Hosts that the user accepted in a workspace, so they are no longer listed as hints.
import * as v from "valibot";
import { Emitter } from "../../workbench/events.ts";
import { StoredValue, type State } from "../../workbench/storage/stored-value.ts";

const KEY = "trackers.acceptedHosts";
/** Pairs of a workspace and its hosts. */
const hostsByWorkspace = v.array(v.tuple([v.string(), v.array(v.string())]));

export class AcceptedHosts {
  readonly #stored: StoredValue<readonly (readonly [string, readonly string[]])[]>;
  readonly #workspace: () => string;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;

  /** `workspace` identifies the open workspace. */
  constructor(state: State, workspace: () => string) {
    this.#stored = new StoredValue(state, KEY, hostsByWorkspace, []);
    this.#workspace = workspace;
  }

  get all(): ReadonlySet<string> {
    return new Set(new Map(this.#stored.get()).get(this.#workspace()));
  }

  async accept(host: string): Promise<void> {
    await this.#write([...this.all, host]);
  }

  async show(host: string): Promise<void> {
    await this.#write([...this.all].filter((each) => each !== host));
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #write(hosts: readonly string[]): Promise<void> {
    const otherWorkspaces = this.#stored.get().filter(([workspace]) => workspace !== this.#workspace());
    const hostList = [...new Set(hosts)].sort();
    await this.#stored.set(
      hostList.length === 0 ? otherWorkspaces : [...otherWorkspaces, [this.#workspace(), hostList]],
    );
    this.#changed.fire();
  }
}
