import type { Forge } from "../api/forge.ts";
import type { ServerSigns } from "../model/entities.ts";

/** What both kinds of server allow where their owner says nothing else. */
const USUAL: ServerSigns = {
  reactions: ["+1", "-1", "laugh", "hooray", "confused", "heart", "rocket", "eyes"],
  custom: [],
};

/** What servers draw in texts of their own, and with what one may react there. */
export class EmojiCatalog {
  readonly #known = new Map<string, ServerSigns>();

  at(base: string): ServerSigns {
    return this.#known.get(base) ?? USUAL;
  }

  /** Asks once; a server that does not tell has the usual ones. */
  async read(base: string, api: Forge, signal?: AbortSignal): Promise<void> {
    if (this.#known.has(base)) return;
    const signs = await api.signs({ signal }).catch(() => undefined);
    if (signs !== undefined) this.#known.set(base, signs);
  }
}
