// Finds mentions of issues in editors and terminals without loading the wing before there is one.
import { l10n } from "../../workbench/text/l10n.ts";
import type { Text } from "../../workbench/text/markdown.ts";
import type { Place, Resolver, Where } from "../../workbench/references/registry.ts";
import type { Settings } from "../../workbench/settings.ts";
import type { ThreadAddress } from "../model/address.ts";
import { MAY_MENTION, mentionsIn, type Mention, type Surroundings } from "../model/mention.ts";

/** The part of the wing that resolves mentions. */
export interface MentionParts {
  around(where: Where): Promise<Surroundings>;
  /** Describes the issue in Markdown. */
  about(thread: ThreadAddress, signal: AbortSignal): Promise<Text>;
  open(thread: ThreadAddress): void;
}

const NOWHERE: Surroundings = { home: undefined, base: undefined, known: [] };
/** How long the repository of a place is remembered, in milliseconds. */
const MAX_AGE_MS = 5_000;
const MAX_PLACES = 500;

/** Resolves `#12` and `owner/name#12`. */
export class MentionResolver implements Resolver {
  readonly id = "issues";
  readonly #wing: () => Promise<MentionParts>;
  readonly #settings: Settings;
  readonly #now: () => number;
  readonly #places = new Map<string, { readonly around: Surroundings; readonly at: number }>();

  constructor(wing: () => Promise<MentionParts>, settings: Settings, now: () => number) {
    this.#wing = wing;
    this.#settings = settings;
    this.#now = now;
  }

  prepare(text: string, where: Where): Promise<void> | undefined {
    if (!MAY_MENTION.test(text) || !this.#settings.get("triptych.issues.references")) return undefined;
    const learned = this.#places.get(where ?? "");
    if (learned !== undefined && this.#now() - learned.at < MAX_AGE_MS) return undefined;
    return this.#loadSurroundings(where);
  }

  find(line: string, where: Where): readonly Place[] {
    return this.#in(line, where).map(({ start, end }) => ({ start, end, tooltip: l10n.t("Open Issue") }));
  }

  async hover(text: string, signal: AbortSignal, where: Where): Promise<Text | undefined> {
    const [mention] = this.#in(text, where);
    return mention === undefined ? undefined : (await this.#wing()).about(mention.thread, signal);
  }

  async open(text: string, where: Where): Promise<void> {
    const [mention] = this.#in(text, where);
    if (mention !== undefined) (await this.#wing()).open(mention.thread);
  }

  #in(line: string, where: Where): readonly Mention[] {
    if (!this.#settings.get("triptych.issues.references")) return [];
    // In a terminal, all text is searched.
    const path = where === undefined || where.endsWith("/") ? undefined : URL.parse(where)?.pathname;
    return mentionsIn(line, path, this.#places.get(where ?? "")?.around ?? NOWHERE);
  }

  async #loadSurroundings(where: Where): Promise<void> {
    const around = await (await this.#wing()).around(where);
    if (this.#places.size >= MAX_PLACES) this.#places.clear();
    this.#places.set(where ?? "", { around, at: this.#now() });
  }
}
