// The servers that the user has forbidden. They are in a setting, so the choice holds in all windows at once.
import type { Disposable, Event } from "vscode";
import type { Problem } from "../../base/problem.ts";
import { Semaphore } from "../../base/tasks/semaphore.ts";
import type { Dialogs } from "../dialogs/dialogs.ts";
import type { Notify } from "../dialogs/notices.ts";
import { Emitter } from "../events.ts";
import { FORBIDDEN_SERVERS, type Settings } from "../settings.ts";
import { l10n } from "../text/l10n.ts";

interface ForbiddenServersDependencies {
  readonly settings: Settings;
  readonly dialogs: Pick<Dialogs, "confirm">;
  readonly notify: Notify;
}

export class ForbiddenServers implements Disposable {
  readonly #dependencies: ForbiddenServersDependencies;
  readonly #changed = new Emitter<readonly string[]>();
  readonly #listener: Disposable;
  /** A change that reads the setting before the last one is written would undo that. */
  readonly #writing = new Semaphore(1);
  #origins: ReadonlySet<string>;
  /** Fires with the servers that are allowed again. */
  readonly onDidChange: Event<readonly string[]> = this.#changed.event;

  constructor(dependencies: ForbiddenServersDependencies) {
    this.#dependencies = dependencies;
    this.#origins = this.#read();
    this.#listener = dependencies.settings.onDidChange((affects) => {
      if (!affects(FORBIDDEN_SERVERS)) return;
      const before = this.#origins;
      this.#origins = this.#read();
      this.#changed.fire([...before].filter((origin) => !this.has(origin)));
    });
  }

  has(origin: string): boolean {
    return this.#origins.has(origin);
  }

  list(): readonly string[] {
    return [...this.#origins];
  }

  async forbid(origin: string): Promise<void> {
    await this.#edit((entries) => (this.has(origin) ? entries : [...entries, origin]));
  }

  /** Asks, because pages are untrusted. Returns whether the server is allowed now. */
  async allow(origin: string): Promise<boolean> {
    const { dialogs } = this.#dependencies;
    if (!this.has(origin)) return true;
    const sure = await dialogs.confirm({
      sentence: l10n.t("Allow requests to {0} again?", origin),
      detail: l10n.t("This applies to all windows."),
      yes: l10n.t("Allow"),
    });
    if (!sure) return false;
    await this.#edit((entries) => entries.filter((entry) => parseOrigin(entry) !== origin));
    return true;
  }

  /** The remedy of a problem with a forbidden server. */
  readonly allowServer = async (problem?: Problem): Promise<boolean> => {
    const origin = problem?.facts.origin;
    return origin !== undefined && (await this.allow(origin));
  };

  dispose(): void {
    this.#listener.dispose();
    this.#changed.dispose();
  }

  async #edit(change: (entries: readonly unknown[]) => readonly unknown[]): Promise<void> {
    const { settings } = this.#dependencies;
    await this.#writing.run(() => settings.set(FORBIDDEN_SERVERS, change(settings.get(FORBIDDEN_SERVERS))));
  }

  #read(): ReadonlySet<string> {
    const origins = this.#dependencies.settings.get(FORBIDDEN_SERVERS).map(parseOrigin);
    if (origins.includes(undefined)) {
      const { id } = FORBIDDEN_SERVERS;
      const sentence = l10n.t("The setting {0} has an invalid entry. Enter URLs such as https://codeberg.org.", id);
      this.#dependencies.notify({ about: "setting", id, fault: "invalidEntry", sentence });
    }
    return new Set(origins.filter((each) => each !== undefined));
  }
}

/** Reads an entry of the setting: a URL, or only its host. */
function parseOrigin(entry: unknown): string | undefined {
  if (typeof entry !== "string") return undefined;
  const url = URL.parse(/^https?:\/\//i.test(entry) ? entry : `https://${entry}`);
  return url?.origin;
}
