import { Disposable, window, workspace } from "vscode";
import { l10n } from "../workbench/text/l10n.ts";
import { once } from "../workbench/once.ts";
import type { Shared } from "../workbench/shared.ts";
import { View } from "../workbench/views.ts";
import { Authentication } from "./repositories/authentication.ts";
import { LazyFiles, MERGE_SCHEME } from "./files.ts";
import { UnreadBadges } from "./lists/unread-badges.ts";
import { MentionResolver } from "./references/mention-resolver.ts";
import type { Wing } from "./wing.ts";

/** The door of the wing: what is behind it is loaded when it is first used. */
export function open(shared: Shared): Disposable {
  const { commands } = shared;
  let built: Wing | undefined;
  const wing = once(async (): Promise<Wing> => {
    built = (await import("./wing.ts")).build(shared, view);
    return built;
  });
  const load = async (): Promise<Wing["commands"]> => (await wing()).commands;
  const view: View = new View("triptych.issues", async () => (await wing()).roots, shared, {
    signIn: async () => (await load()).addAccount.run(),
  });
  const documents = new LazyFiles(async () => (await wing()).documents);
  return Disposable.from(
    view,
    new Disposable(() => built?.dispose()),
    window.registerFileDecorationProvider(new UnreadBadges()),
    new Authentication(shared, async () => (await wing()).signing.add()),
    workspace.registerFileSystemProvider("triptych-comment", documents),
    workspace.registerFileSystemProvider("triptych-issue", documents),
    workspace.registerFileSystemProvider(MERGE_SCHEME, new LazyFiles(async () => (await wing()).mergeEditor)),
    shared.references.offer(new MentionResolver(async () => (await wing()).mentions, shared.settings, shared.now)),
    shared.panels.restore("triptych.thread", async () => (await wing()).panels.kind),
    commands.handle("triptych.issues.openWebsite", async () => (await load()).openWebsite),
    commands.handle("triptych.issues.openSettings", async () => (await load()).openSettings),
    commands.handle("triptych.issues.manageImageHosts", async () => (await load()).manageImageHosts),
    commands.handle("triptych.issues.addAccount", async () => (await load()).addAccount),
    commands.handle("triptych.issues.signOut", async () => (await load()).signOut),
    commands.handle("triptych.issues.switchAccount", async () => (await load()).switchAccount),
    commands.handle("triptych.issues.pinRepository", async () => (await load()).pinRepository),
    commands.handle("triptych.issues.chooseServer", async () => (await load()).chooseServer),
    commands.handle("triptych.issues.filterIssues", async () => (await load()).filterIssues),
    commands.handle("triptych.issues.clearIssueFilter", async () => (await load()).clearIssueFilter),
    commands.handle("triptych.issues.sortIssues", async () => (await load()).sortIssues),
    commands.handle("triptych.issues.groupIssues", async () => (await load()).groupIssues),
    commands.handle("triptych.issues.editQueries", async () => (await load()).editQueries),
    commands.handle("triptych.issues.openNotification", async () => (await load()).openNotification),
    commands.handle("triptych.issues.markAsRead", async () => (await load()).markAsRead),
    commands.handle("triptych.issues.markAllAsRead", async () => (await load()).markAllAsRead),
    commands.handle("triptych.issues.addRepository", async () => (await load()).addRepository),
    commands.handle("triptych.issues.removeRepository", async () => (await load()).removeRepository),
    commands.handle("triptych.issues.refresh", async () => (await load()).refresh),
    commands.handle("triptych.issues.openIssue", async () => (await load()).openIssue),
    commands.handle("triptych.issues.openOnWeb", async () => (await load()).openOnWeb),
    commands.handle("triptych.issues.newComment", async () => (await load()).newComment),
    commands.handle("triptych.issues.quoteComment", async () => (await load()).quoteComment),
    commands.handle("triptych.issues.editComment", async () => (await load()).editComment),
    commands.handle("triptych.issues.deleteComment", async () => (await load()).deleteComment),
    commands.handle("triptych.issues.copyLink", async () => (await load()).copyLink),
    commands.handle("triptych.issues.copyText", async () => (await load()).copyText),
    commands.handle("triptych.issues.openDraft", async () => (await load()).openDraft),
    commands.handle("triptych.issues.postComment", async () => (await load()).postComment),
    commands.handle("triptych.issues.sendChanges", async () => (await load()).sendChanges),
    commands.handle("triptych.issues.discardDraft", async () => (await load()).discardDraft),
    commands.handle("triptych.issues.mergeChanges", async () => (await load()).mergeChanges),
    commands.handle("triptych.issues.keepMine", async () => (await load()).keepMine),
    commands.handle("triptych.issues.takeTheirs", async () => (await load()).takeTheirs),
    commands.handle("triptych.issues.useMerged", async () => (await load()).useMerged),
    commands.handle("triptych.issues.postAnew", async () => (await load()).postAnew),
    commands.handle("triptych.issues.sendOutbox", async () => (await load()).sendOutbox),
    shared.shares.receive({
      id: "issues.comment",
      label: l10n.t("Comment on an Issue…"),
      take: async (parcel) => (await load()).sharing.comment(parcel),
    }),
    shared.shares.receive({
      id: "issues.issue",
      label: l10n.t("New Issue…"),
      take: async (parcel) => (await load()).sharing.issue(parcel),
    }),
    commands.handle("triptych.issues.shareSelection", async () => (await load()).shareSelection),
    commands.handle("triptych.issues.newIssue", async () => (await load()).newIssue),
    commands.handle("triptych.issues.createIssue", async () => (await load()).createIssue),
    commands.handle("triptych.issues.sendIssue", async () => (await load()).sendIssue),
    commands.handle("triptych.issues.discardIssue", async () => (await load()).discardIssue),
    commands.handle("triptych.issues.editIssue", async () => (await load()).editIssue),
    commands.handle("triptych.issues.closeIssue", async () => (await load()).closeIssue),
    commands.handle("triptych.issues.reopenIssue", async () => (await load()).reopenIssue),
    commands.handle("triptych.issues.setLabels", async () => (await load()).setLabels),
    commands.handle("triptych.issues.setMilestone", async () => (await load()).setMilestone),
    commands.handle("triptych.issues.assign", async () => (await load()).assign),
    commands.handle("triptych.issues.lockIssue", async () => (await load()).lockIssue),
    commands.handle("triptych.issues.unlockIssue", async () => (await load()).unlockIssue),
  );
}
