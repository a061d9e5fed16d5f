// Turns hashes, transaction IDs, entities and times in any text into links.
import type { Disposable } from "vscode";
import type { Resolver } from "../../workbench/references/registry.ts";
import { LINKS, type Settings } from "../../workbench/settings.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import type { Text } from "../../workbench/text/markdown.ts";
import { findMentions, mentionKind, type MentionKind } from "./mention-finder.ts";

/** Describes and opens references once the wing is loaded. */
export interface MentionActions {
  /** Describes a mention. */
  about(kind: MentionKind, text: string, signal: AbortSignal): Promise<Text>;
  open(kind: MentionKind, text: string): Promise<void>;
}

const TOOLTIPS: Readonly<Record<MentionKind, () => string>> = {
  hash: () => l10n.t("Open Block"),
  transaction: () => l10n.t("Open Transaction"),
  entity: () => l10n.t("Open Entity"),
  time: () => l10n.t("Open Block at This Time"),
};

/**
 * Finds hashes, transaction IDs, entities and consensus times in any text. The wing is loaded when the user first
 * hovers over one or opens it.
 */
export function resolveMentions(load: () => Promise<MentionActions>, settings: Settings) {
  return {
    id: "blocks",
    find: (line: string) => {
      if (!settings.get(LINKS)) return [];
      return findMentions(line).map(({ kind, start, end }) => ({ start, end, tooltip: TOOLTIPS[kind]() }));
    },
    hover: async (text: string, signal: AbortSignal) => {
      const kind = mentionKind(text);
      return kind === undefined ? undefined : (await load()).about(kind, text, signal);
    },
    open: async (text: string) => {
      const kind = mentionKind(text);
      if (kind !== undefined) await (await load()).open(kind, text);
    },
  } satisfies Resolver;
}

export function offer(
  { references, settings }: Shared,
  load: () => Promise<{ readonly mentions: MentionActions }>,
): readonly Disposable[] {
  return [references.offer(resolveMentions(async () => (await load()).mentions, settings))];
}
