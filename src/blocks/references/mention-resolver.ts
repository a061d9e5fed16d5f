// Links hashes, transaction IDs, entities and times in any text to the wing.
import type { Disposable } from "vscode";
import type { Place, Resolver } from "../../workbench/references/registry.ts";
import type { Settings } from "../../workbench/settings.ts";
import type { Shared } from "../../workbench/shared.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import type { Text } from "../../workbench/text/markdown.ts";
import { mentionKind, mentions, type MentionKind } from "./mention-finder.ts";
import type { Wing } from "../wing.ts";

/** Describes and opens references once the wing is loaded. */
export interface MentionParts {
  /** Says what it is. */
  about(kind: MentionKind, text: string, signal: AbortSignal): Promise<Text>;
  open(kind: MentionKind, text: string): Promise<void>;
}

/**
 * Hashes, transaction ids, entities and consensus times in any text. The wing is loaded when the pointer first rests on
 * one, or it is opened.
 */
export class Mentions implements Resolver {
  readonly id = "blocks";
  readonly #wing: () => Promise<MentionParts>;
  readonly #settings: Settings;

  constructor(wing: () => Promise<MentionParts>, settings: Settings) {
    this.#wing = wing;
    this.#settings = settings;
  }

  find(line: string): readonly Place[] {
    if (!this.#settings.get("triptych.blocks.references")) return [];
    return mentions(line).map(({ kind, start, end }) => ({ start, end, tooltip: getTooltip(kind) }));
  }

  async hover(text: string, signal: AbortSignal): Promise<Text | undefined> {
    const kind = mentionKind(text);
    return kind === undefined ? undefined : (await this.#wing()).about(kind, text, signal);
  }

  async open(text: string): Promise<void> {
    const kind = mentionKind(text);
    if (kind !== undefined) await (await this.#wing()).open(kind, text);
  }
}

function getTooltip(kind: MentionKind): string {
  switch (kind) {
    case "hash":
      return l10n.t("Open Block");
    case "transaction":
      return l10n.t("Open Transaction");
    case "entity":
      return l10n.t("Open Entity");
    case "time":
      return l10n.t("Open Block at This Time");
  }
}

export function offerMentions({ references, settings }: Shared, load: () => Promise<Wing>): Disposable {
  return references.offer(new Mentions(async () => (await load()).mentions, settings));
}
