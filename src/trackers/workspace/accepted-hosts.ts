// The hosts that someone has looked at in a workspace and doesn't want to see among its hints again.
import type { Memento } from "vscode";
import { Emitter } from "../../workbench/events.ts";

const KEY = "trackers.acceptedHosts";

export class AcceptedHosts {
  readonly #state: Memento;
  readonly #workspace: () => string;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;

  /** `workspace` names the one that is open. */
  constructor(state: Memento, workspace: () => string) {
    this.#state = state;
    this.#workspace = workspace;
  }

  get all(): ReadonlySet<string> {
    return new Set(this.#stored().get(this.#workspace()));
  }

  async accept(host: string): Promise<void> {
    await this.#write(new Set([...this.all, host]));
  }

  async show(host: string): Promise<void> {
    await this.#write(new Set([...this.all].filter((each) => each !== host)));
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #write(hosts: ReadonlySet<string>): Promise<void> {
    const stored = this.#stored();
    if (hosts.size === 0) stored.delete(this.#workspace());
    else stored.set(this.#workspace(), [...hosts].sort());
    await this.#state.update(KEY, [...stored]);
    this.#changed.fire();
  }

  #stored(): Map<string, readonly string[]> {
    const stored: unknown = this.#state.get(KEY);
    const found = new Map<string, readonly string[]>();
    for (const each of Array.isArray(stored) ? stored : []) {
      const [workspace, hosts]: readonly unknown[] = Array.isArray(each) ? each : [];
      if (typeof workspace !== "string" || !Array.isArray(hosts)) continue;
      found.set(
        workspace,
        hosts.filter((host) => typeof host === "string"),
      );
    }
    return found;
  }
}
