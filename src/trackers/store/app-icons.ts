// Icons of apps, cached on disk for all windows.
import { ExpiringCache } from "../../base/tasks/expiring-cache.ts";
import { asProblem } from "../../base/problem.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import type { ExodusInstance } from "./exodus-instance.ts";
import { iconUrl } from "../model/icon.ts";

const DAY_MS = 86_400_000;
/** Icons rarely change. */
const MAX_AGE_MS = 30 * DAY_MS;
/** How long to remember that an app has no icon. */
const MAX_MISSING_AGE_MS = DAY_MS;
/** Icons kept in memory, of 20 KB each on average. */
const MAX_ICONS = 100;
/** Version of the cache entries: the bytes as received, or nothing if there is no icon. */
const CACHE_VERSION = 1;

type AppIconsDependencies = Pick<Shared, "cache" | "log" | "now">;

/** The icons of one instance. A failure is logged and looks like an app without an icon. */
export class AppIcons {
  readonly #instance: ExodusInstance;
  readonly #dependencies: AppIconsDependencies;
  readonly #loaded: (handle: string) => void;
  readonly #icons: ExpiringCache<string | undefined>;
  /** Apps already reported. Reporting an icon again after the cache dropped it would redraw rows in an endless loop. */
  readonly #reported = new Set<string>();
  readonly #closing = new AbortController();

  /** @param loaded called once with each app whose icon has become known */
  constructor(instance: ExodusInstance, dependencies: AppIconsDependencies, loaded: (handle: string) => void) {
    this.#instance = instance;
    this.#dependencies = dependencies;
    this.#loaded = loaded;
    this.#icons = new ExpiringCache({ maxAgeMs: DAY_MS, maxEntries: MAX_ICONS }, dependencies.now);
  }

  /** The icon as a `data:` URL, if it is loaded and the user wants icons. */
  getLoaded(handle: string): string | undefined {
    return this.#icons.peek(handle);
  }

  /** Loads the icon unless it is loaded. Concurrent calls share one request. */
  async load(handle: string, leaving?: AbortSignal): Promise<void> {
    const closing = this.#closing.signal;
    const signal = leaving === undefined ? closing : AbortSignal.any([leaving, closing]);
    try {
      const icon = await this.#icons.get(handle, (ending) => this.#read(handle, ending), signal);
      if (icon === undefined || this.#reported.has(handle)) return;
      this.#reported.add(handle);
      this.#loaded(handle);
    } catch (error) {
      if (signal.aborted) return;
      this.#dependencies.log.debug("Could not load an icon", { handle, problem: asProblem(error).message });
      // Remembers the failure: only the next day or another window requests the icon again, not every redraw.
      this.#icons.set(handle, this.#icons.peek(handle));
    }
  }

  /** Cancels all requests after the instance changed. */
  close(): void {
    this.#closing.abort();
  }

  async #read(handle: string, signal: AbortSignal): Promise<string | undefined> {
    const { cache, now } = this.#dependencies;
    const key = `${this.#instance.base} icon ${handle}`;
    const saved = await cache.read(key, CACHE_VERSION);
    if (saved !== undefined) {
      const icon = iconUrl(saved.bytes);
      const maxAgeMs = icon === undefined ? MAX_MISSING_AGE_MS : MAX_AGE_MS;
      // If the clock was set back, saved times may be in the future.
      if (Math.abs(now() - saved.savedAt) < maxAgeMs) return icon;
    }
    const bytes = await this.#instance.request((api) => api.icon(handle, { signal }), signal);
    const icon = bytes === undefined ? undefined : iconUrl(bytes);
    await cache.write(key, CACHE_VERSION, icon === undefined || bytes === undefined ? NO_ICON : bytes);
    return icon;
  }
}

const NO_ICON = new Uint8Array(0);
