// Registers what works before the wing is loaded: references in text, and issues as targets for sharing.
import type { Disposable } from "vscode";
import type { Shared } from "../../workbench/wings/shared.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { MentionResolver, type MentionActions } from "./mention-resolver.ts";
import type { ShareReceiver } from "./share-receiver.ts";

interface Offered {
  readonly mentions: MentionActions;
  readonly shareReceiver: ShareReceiver;
}

export function offer(shared: Shared, load: () => Promise<Offered>): readonly Disposable[] {
  return [
    shared.references.offer(new MentionResolver(async () => (await load()).mentions, shared.settings, shared.now)),
    shared.shares.receive({
      id: "issues.comment",
      label: l10n.t("Comment on an Issue…"),
      take: async (parcel) => (await load()).shareReceiver.comment(parcel),
    }),
    shared.shares.receive({
      id: "issues.issue",
      label: l10n.t("New Issue…"),
      take: async (parcel) => (await load()).shareReceiver.issue(parcel),
    }),
  ];
}
