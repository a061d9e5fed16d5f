// Finds mentions of issues in editors and terminals. Loads the wing only once a text may contain one.
import { l10n } from "../../workbench/text/l10n.ts";
import type { Text } from "../../workbench/text/markdown.ts";
import type { ReferenceSpan, Resolver, LineLocation } from "../../workbench/references/registry.ts";
import { LINKS, type Settings } from "../../workbench/settings.ts";
import type { ThreadAddress } from "../model/address.ts";
import { MAY_MENTION, mentionsIn, type Mention, type MentionContext } from "../model/mention.ts";

/** The part of the wing that resolves mentions. */
export interface MentionActions {
  getContext(where: LineLocation): Promise<MentionContext>;
  /** Describes the issue in Markdown. */
  describe(thread: ThreadAddress, signal: AbortSignal): Promise<Text>;
  open(thread: ThreadAddress): void;
}

const NO_CONTEXT: MentionContext = { home: undefined, base: undefined, known: [] };
/** How long the context of a file or terminal is cached. */
const MAX_AGE_MS = 5_000;
const MAX_CONTEXTS = 500;

/** Resolves `#12` and `owner/name#12`. */
export class MentionResolver implements Resolver {
  readonly id = "issues";
  readonly #wing: () => Promise<MentionActions>;
  readonly #settings: Settings;
  readonly #now: () => number;
  readonly #contexts = new Map<string, { readonly context: MentionContext; readonly at: number }>();

  constructor(wing: () => Promise<MentionActions>, settings: Settings, now: () => number) {
    this.#wing = wing;
    this.#settings = settings;
    this.#now = now;
  }

  prepare(text: string, where: LineLocation): Promise<void> | undefined {
    if (!MAY_MENTION.test(text) || !this.#settings.get(LINKS)) return undefined;
    const cached = this.#contexts.get(where ?? "");
    if (cached !== undefined && this.#now() - cached.at < MAX_AGE_MS) return undefined;
    return this.#loadContext(where);
  }

  find(line: string, where: LineLocation): readonly ReferenceSpan[] {
    return this.#findMentions(line, where).map(({ start, end }) => ({ start, end, tooltip: l10n.t("Open Issue") }));
  }

  async hover(text: string, signal: AbortSignal, where: LineLocation): Promise<Text | undefined> {
    const [mention] = this.#findMentions(text, where);
    return mention === undefined ? undefined : (await this.#wing()).describe(mention.thread, signal);
  }

  async open(text: string, where: LineLocation): Promise<void> {
    const [mention] = this.#findMentions(text, where);
    if (mention !== undefined) (await this.#wing()).open(mention.thread);
  }

  #findMentions(line: string, where: LineLocation): readonly Mention[] {
    if (!this.#settings.get(LINKS)) return [];
    // Without a path, as in terminals, all text is searched.
    const path = where === undefined || where.endsWith("/") ? undefined : URL.parse(where)?.pathname;
    return mentionsIn(line, path, this.#contexts.get(where ?? "")?.context ?? NO_CONTEXT);
  }

  async #loadContext(where: LineLocation): Promise<void> {
    const context = await (await this.#wing()).getContext(where);
    if (this.#contexts.size >= MAX_CONTEXTS) this.#contexts.clear();
    this.#contexts.set(where ?? "", { context, at: this.#now() });
  }
}
