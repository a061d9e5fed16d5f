// Builds the row of an account's notifications, and a row for each of them.
import { l10n } from "../../workbench/text/l10n.ts";
import { md, paragraphs } from "../../workbench/text/markdown.ts";
import type { Children, Node, RowPage } from "../../workbench/tree/node.ts";
import { format } from "../../workbench/text/format.ts";
import { drawEmoji } from "../wording/emoji-names.ts";
import { formatNumber, type Notification } from "../model/entities.ts";
import { formatHost } from "../model/address.ts";
import type { InboxState } from "./inbox.ts";
import { InboxSubject, NotificationSubject } from "../parts/row-subjects.ts";
import { stateLook } from "../wording/issue-state.ts";
import { joinParts, note } from "./row-text.ts";

/** Builds the row of an inbox. `named` adds the account's name, to tell several inboxes apart. */
export function inboxNode(
  state: InboxState,
  named: boolean,
  current: () => InboxState | undefined,
  now: () => number,
): Node {
  const { account, count: unread } = state;
  return {
    id: inboxId(state),
    subject: new InboxSubject(account),
    label: l10n.t("Notifications"),
    description: joinParts([
      l10n.t("{0} unread", format.count(unread)),
      named ? l10n.t("{0} at {1}", account.name, formatHost(account.base)) : "",
    ]),
    icon: { name: "bell-dot" },
    contextValue: "inbox",
    children: createPageLoader(current, now),
  };
}

export function inboxId({ account }: InboxState): string {
  return `inbox ${account.base} ${account.id}`;
}

function createPageLoader(current: () => InboxState | undefined, now: () => number): Children {
  return (): Promise<RowPage> => {
    const state = current();
    if (state === undefined) return Promise.resolve({ nodes: [] });
    const rest = state.count - state.unread.length - state.skipped;
    return Promise.resolve({
      nodes: [
        ...state.unread.map((each) => notificationNode(state, each, now)),
        // Older notifications are only on the web, so this row counts them.
        ...(rest > 0 ? [note(`${inboxId(state)}/rest`, l10n.t("{0} older", format.count(rest)), "ellipsis")] : []),
      ],
      skipped: state.skipped,
    });
  };
}

function notificationNode(state: InboxState, notification: Notification, now: () => number): Node {
  const { id, number, pull, repository, state: thread, title, updatedAt } = notification;
  const where = repository === undefined ? "" : `${repository.owner}/${repository.name}`;
  const subject = new NotificationSubject(state.account, notification);
  const look = stateLook({
    closed: thread === "closed",
    locked: false,
    pull: pull ? { merged: thread === "merged", draft: false } : undefined,
  });
  const label = repository === undefined && title === "" ? l10n.t("No longer accessible") : title;
  return {
    id: `${inboxId(state)}/${id}`,
    subject,
    label: joinParts([number === undefined ? "" : formatNumber({ number, pull }), label], " "),
    description: () => joinParts([where, format.age(updatedAt, now())]),
    icon: number === undefined ? { name: "bell" } : { name: look.icon, color: look.color },
    contextValue: "notification",
    click: { command: "triptych.issues.openIssue", title: l10n.t("Open"), args: [subject] },
    tooltip: async () => paragraphs(md`**${await drawEmoji(label)}**`, where, format.exactTime(updatedAt)),
  };
}
