// The wing's command table: what each command does.
import { env, Uri, window } from "vscode";
import {
  on,
  onAll,
  oneOf,
  onEach,
  opening,
  plain,
  selectedRows,
  type Command,
  type CommandTable,
} from "../workbench/commands.ts";
import type { Shared } from "../workbench/wings/shared.ts";
import { l10n } from "../workbench/text/l10n.ts";
import { ignoreRow, subjectAs } from "../workbench/tree/level-rows.ts";
import type { RepositoryPicker } from "./pickers/repository-picker.ts";
import type { SubjectPicker } from "./pickers/subject-picker.ts";
import { readContext, type CommentContext } from "./parts/comment-context.ts";
import { listCommands, openNotification } from "./lists/list-commands.ts";
import { ifGiven, threadIn } from "./parts/command-subjects.ts";
import type { Conflicts } from "./editing/conflicts.ts";
import type { DraftCommands } from "./editing/draft-commands.ts";
import {
  repositoryWebUrl,
  threadKey,
  threadWebUrl,
  type RepositoryAddress,
  type ThreadAddress,
} from "./model/address.ts";
import type { PullCreation } from "./pulls/checkout/create-pull.ts";
import type { PullActions } from "./pulls/pull-actions.ts";
import { pullCommands, type PullCommandDependencies } from "./pulls/pull-commands.ts";
import type { ReviewActions } from "./pulls/reviews/review-actions.ts";
import type { LineComments } from "./pulls/lines/line-comments.ts";
import type { ReviewRequests } from "./pulls/reviews/review-requests.ts";
import { pullFilesWebUrl } from "./pulls/files/file-subjects.ts";
import { lineCommands, type LineCommandDependencies } from "./pulls/lines/line-commands.ts";
import type { ShareReceiver } from "./references/share-receiver.ts";
import type { SignIn } from "./repositories/accounts/sign-in.ts";
import type { ThreadPanels } from "./thread-panel/panels.ts";
import { manageImageHosts } from "./thread/image-hosts.ts";
import {
  CommentSubject,
  DraftSubject,
  NotificationSubject,
  RejectedSubject,
  RemoteSubject,
  repositoryIn,
  UnreadableSubject,
  ThreadSubject,
} from "./parts/row-subjects.ts";
import type { ChosenIssue, IssueCommands } from "./triage/issue-commands.ts";
import type { Comment } from "./model/entities.ts";
import type { Act } from "./model/rights.ts";
import { getThread, threadAt, type Place } from "./writing/drafts/place.ts";
import type { Access } from "./repositories/access.ts";
import type { Choices } from "./repositories/issue-choices.ts";
import type { Discovery } from "./repositories/discovery.ts";
import type { Images } from "./thread/images.ts";
import type { KnownServers } from "./repositories/known-servers.ts";
import type { ListBrowser } from "./lists/list-browser.ts";
import type { PendingReviews } from "./pulls/store/pending-reviews.ts";
import type { Pulls } from "./pulls/store/pulls.ts";
import type { Repositories } from "./repositories/repositories.ts";
import type { RepositoryNames } from "./repositories/repository-names.ts";
import type { Servers } from "./repositories/servers.ts";
import type { Threads } from "./thread/threads.ts";
import type { ViewedFiles } from "./pulls/files/viewed-files.ts";
import type { Writing } from "./writing/writing.ts";

interface CommandServices {
  readonly access: Access;
  readonly choices: Choices;
  readonly discovery: Discovery;
  readonly images: Images;
  readonly knownServers: KnownServers;
  readonly lists: ListBrowser;
  readonly pendingReviews: PendingReviews;
  readonly pulls: Pulls;
  readonly repositories: Repositories;
  readonly repositoryNames: RepositoryNames;
  readonly servers: Servers;
  readonly threads: Threads;
  readonly viewedFiles: ViewedFiles;
  readonly writing: Writing;
}

/** What the commands work on. */
interface IssuesWing {
  readonly shared: Shared;
  readonly services: CommandServices;
  readonly draftCommands: DraftCommands;
  readonly conflicts: Conflicts;
  readonly signIn: SignIn;
  readonly subjectPicker: SubjectPicker;
  readonly repositoryPicker: RepositoryPicker;
  readonly shareReceiver: Pick<ShareReceiver, "selection">;
  readonly threads: Pick<ThreadPanels, "show">;
  /** Reloads the whole view. */
  readonly refresh: () => void;
  /** Redraws the lists of a repository after their filter, order or grouping changed. */
  readonly redraw: (address: RepositoryAddress) => void;
  readonly issues: IssueCommands;
  readonly pulls: PullActions;
  readonly pullCreation: Pick<PullCreation, "begin">;
  readonly reviews: ReviewActions;
  readonly reviewRequests: Pick<ReviewRequests, "change">;
  readonly checkedOut: PullCommandDependencies["checkedOut"] & LineCommandDependencies["checkedOut"];
  readonly lineComments: LineCommandDependencies["lineComments"] & Pick<LineComments, "findDraft">;
  readonly permission: LineCommandDependencies["permission"];
  /** Returns the place of the draft in a document. */
  readonly getPlace: (uri: Uri) => Place | undefined;
  /** Returns the thread whose panel has the focus. */
  readonly focused: () => ThreadAddress | undefined;
}

/** Each command finds its subject in a row, a panel or an editor; without one, it asks. */
export function commandTable(wing: IssuesWing): CommandTable {
  const {
    shared,
    services,
    draftCommands,
    conflicts,
    signIn,
    threads,
    refresh,
    redraw,
    issues,
    pulls,
    pullCreation,
    reviews,
    reviewRequests,
    getPlace,
    subjectPicker,
    repositoryPicker,
    shareReceiver,
  } = wing;
  const { dialogs } = shared;
  const focused = (): ThreadAddress | undefined => wing.focused() ?? getEditorThread(getPlace);
  const draft = (given: unknown): DraftSubject | undefined => {
    const shown = wing.lineComments.findDraft(given);
    return shown === undefined ? draftSubject(given, getPlace) : new DraftSubject(shown);
  };
  const anyDraft = (given: unknown) => subjectAs(UnreadableSubject)(given) ?? draft(given);
  const commentIn = subjectAs(CommentSubject);
  const onComment = (act: Act, title: string, run: (thread: ThreadAddress, comment: Comment) => Promise<void>) =>
    on(ifGiven(commentIn), async (given) => {
      const isOffered = (thread: ThreadAddress, comment: Comment) => services.access.offers(act, thread, { comment });
      const found = given.found ?? (await subjectPicker.comment(title, isOffered, focused()));
      if (found !== undefined) await run(found.address, found.comment);
    });
  const onThread = (title: string, run: (thread: ThreadAddress) => Promise<void>) =>
    on(ifGiven(threadIn), async ({ found }) => {
      const thread = found?.thread ?? focused() ?? (await subjectPicker.thread(title));
      if (thread !== undefined) await run(thread);
    });
  const onIssues = (
    title: string,
    run: (chosen: readonly ChosenIssue[]) => Promise<void>,
  ): Command<[readonly ChosenIssue[]], void> => ({
    accepts: ([first, selected]) => {
      const given = ifGiven(threadIn)(first);
      if (given === undefined) return undefined;
      const rows = selectedIssues(first, selected);
      return [rows.length > 0 || given.found === undefined ? rows : [{ address: given.found.thread }]];
    },
    run: async (chosen) => {
      if (chosen.length > 0) return await run(chosen);
      const address = focused() ?? (await subjectPicker.thread(title));
      if (address !== undefined) await run([{ address, issue: services.threads.at(address).thread?.issue }]);
    },
  });
  const lines = lineCommands({ ...wing, services });
  const { onLines } = lines;
  return {
    ...listCommands({ shared, services, signIn, refresh, redraw }),
    "triptych.issues.shareSelection": plain(() => shareReceiver.selection()),
    ...pullCommands({
      shared,
      services,
      pulls,
      pullCreation,
      reviews,
      reviewRequests,
      checkedOut: wing.checkedOut,
      draftIn: (given) => draft(given)?.place,
      focused,
    }),
    ...lines.commands,
    "triptych.issues.newIssue": on(repositoryIfGiven, async ({ found }) => {
      const repository = found?.address ?? focused() ?? (await repositoryPicker.pick());
      if (repository === undefined) return;
      const { base, owner, name } = repository;
      await draftCommands.beginIssue({ base, owner, name });
    }),
    "triptych.issues.editIssue": onThread(l10n.t("Edit Title and Description"), (thread) =>
      draftCommands.editIssue(thread),
    ),
    "triptych.issues.closeOrReopen": onIssues(l10n.t("Close or Reopen"), (chosen) => issues.closeOrReopen(chosen)),
    "triptych.issues.setLabels": onIssues(l10n.t("Set Labels"), (chosen) => issues.setLabels(chosen)),
    "triptych.issues.setMilestone": onIssues(l10n.t("Set Milestone"), (chosen) => issues.setMilestone(chosen)),
    "triptych.issues.assign": onIssues(l10n.t("Assign"), (chosen) => issues.assign(chosen)),
    "triptych.issues.lockOrUnlock": onIssues(l10n.t("Lock or Unlock"), (chosen) => issues.lockOrUnlock(chosen)),
    "triptych.issues.manageImageHosts": plain(() => manageImageHosts(services.images, dialogs)),
    "triptych.issues.addAccount": {
      // Run on the row of a rejected token, the command asks for a new token for that server.
      accepts: ([given]) => [subjectAs(RejectedSubject)(ignoreRow(given))],
      run: async (rejected?: RejectedSubject) => {
        const account = await signIn.add(rejected?.account.base);
        if (account === undefined) return;
        const shown = await services.repositories.list();
        // Without a repository on this server, the view would be empty right after sign-in.
        if (!shown.some(({ address }) => address.base === account.base)) await repositoryPicker.add();
      },
    },
    "triptych.issues.signOut": plain(() => signIn.signOut()),
    "triptych.issues.addRepository": oneOf(
      // The row of a Git remote whose server isn't known yet.
      on(
        (given) => subjectAs(RemoteSubject)(ignoreRow(given)),
        ({ remote }) => subjectPicker.chooseServer(remote),
      ),
      plain(async () => void (await repositoryPicker.add())),
    ),
    "triptych.issues.removeRepository": onEach(repositoryIn, ({ address }) => services.repositories.unpin(address)),
    "triptych.issues.refresh": plain(() => refresh()),
    "triptych.issues.openIssue": oneOf(
      opening(
        (given) => subjectAs(NotificationSubject)(ignoreRow(given)),
        (given, placement) =>
          openNotification(given, {
            services,
            show: (thread, comment) => threads.show(thread, comment, placement),
            dialogs,
            log: shared.log,
          }),
      ),
      opening(
        (given) => ifGiven(threadIn)(ignoreRow(given)),
        async ({ found }, placement) => {
          const typed = found === undefined ? await subjectPicker.thread() : undefined;
          const thread = found?.thread ?? typed;
          if (thread !== undefined) threads.show(thread, (found ?? typed)?.comment, placement);
        },
      ),
    ),
    "triptych.openOnWeb": oneOf(
      onLines.openOnWeb,
      on(ifGiven(webPage), async ({ found }) => {
        const thread =
          found === undefined ? (focused() ?? (await subjectPicker.thread(l10n.t("Open on the Web")))) : undefined;
        const isPull = (shown: ThreadAddress) => services.threads.at(shown).thread?.issue.pull !== undefined;
        const page = found ?? (thread && threadWebUrl(thread, isPull(thread)));
        if (page !== undefined) await dialogs.openExternal(page);
      }),
    ),
    "triptych.issues.newComment": on(ifGiven(threadIn), async ({ found }) => {
      const thread = found?.thread ?? focused() ?? (await subjectPicker.thread(l10n.t("New Comment")));
      if (thread !== undefined) await draftCommands.write(thread);
    }),
    "triptych.issues.quoteComment": on(ifGiven(commentIn), async (given) => {
      const found = given.found ?? (await subjectPicker.text(l10n.t("Quote in Reply"), focused()));
      if (found !== undefined) await draftCommands.quote(found.address, found.comment);
    }),
    "triptych.issues.editComment": oneOf(
      onLines.edit,
      onComment("editComment", l10n.t("Edit Comment"), (thread, comment) => draftCommands.edit(thread, comment)),
    ),
    "triptych.issues.deleteComment": oneOf(
      onLines.remove,
      onComment("deleteComment", l10n.t("Delete Comment"), (thread, comment) => draftCommands.remove(thread, comment)),
    ),
    "triptych.copyLink": onAll(webPage, async (pages) => await env.clipboard.writeText(pages.join("\n"))),
    "triptych.copy": on(
      (given) => commentIn(given) ?? readContext(given) ?? draft(given),
      (given) => (given instanceof DraftSubject ? draftCommands.copyDraft(given.place) : copyComment(given, services)),
    ),
    "triptych.issues.openDraft": on(ifGiven(anyDraft), async (given) => {
      const found = given.found ?? (await subjectPicker.draft());
      if (found instanceof UnreadableSubject) await draftCommands.explainUnreadable(found.file);
      else if (found !== undefined) await draftCommands.openDraft(found.place);
    }),
    "triptych.issues.sendDraft": on(draft, async ({ place }) => {
      if (place.kind === "review") await reviews.submit(threadAt(place));
      else if (place.kind === "reviewComment") await reviews.sendComment(place);
      else if (place.kind === "deletedComment") await draftCommands.postAgain(place);
      else await draftCommands.send(place);
    }),
    "triptych.issues.discardDraft": on(anyDraft, (given) =>
      given instanceof DraftSubject ? draftCommands.discard(given.place) : draftCommands.discardUnreadable(given.file),
    ),
    "triptych.issues.mergeChanges": on(draft, ({ place }) => conflicts.merge(place)),
    "triptych.issues.keepMine": on(draft, ({ place }) => conflicts.keepMine(place, draftCommands)),
    "triptych.issues.useMerged": on(
      (given) => ({ uri: given instanceof Uri ? given : window.activeTextEditor?.document.uri }),
      ({ uri }) => conflicts.useMerged(uri),
    ),
    "triptych.issues.postAsNew": on(draft, ({ place }) => draftCommands.postAsNew(place)),
    "triptych.issues.sendOutbox": plain(() => draftCommands.sendOutbox()),
  };
}

/** Returns the thread of the draft in the active editor. */
function getEditorThread(getPlace: IssuesWing["getPlace"]): ThreadAddress | undefined {
  // While a panel has the focus, no editor is active.
  const uri = window.activeTextEditor?.document.uri;
  const place = uri === undefined ? undefined : getPlace(uri);
  return place === undefined ? undefined : getThread(place);
}

/** Returns the web page of a row's subject, or of a comment in the panel. */
function webPage(given: unknown): string | undefined {
  const repository = repositoryIn(given);
  if (repository !== undefined) return repositoryWebUrl(repository.address);
  const files = pullFilesWebUrl(given);
  if (files !== undefined) return files;
  const shown = threadIn(given);
  return shown && threadWebUrl(shown.thread, shown.pull, shown.comment);
}

/** Returns the draft of a row, of the given document, or else of the active editor. */
function draftSubject(given: unknown, getPlace: IssuesWing["getPlace"]): DraftSubject | undefined {
  const subject = subjectAs(DraftSubject)(given);
  if (subject !== undefined) return subject;
  const uri = given instanceof Uri ? given : window.activeTextEditor?.document.uri;
  const place = uri === undefined ? undefined : getPlace(uri);
  return place === undefined ? undefined : new DraftSubject(place);
}

/** Copies the Markdown source of a comment or description. */
async function copyComment(given: CommentSubject | CommentContext, services: CommandServices): Promise<void> {
  if (given instanceof CommentSubject) {
    await env.clipboard.writeText(given.comment.body);
    return;
  }
  const { thread } = services.threads.at(given.thread);
  const comment = thread?.comments?.find(({ id }) => id === given.comment);
  const body = given.comment === undefined ? thread?.issue.body : comment?.body;
  if (body !== undefined) await env.clipboard.writeText(body);
}

/** In the title of the view, VS Code passes the focused row, whatever it is. */
function repositoryIfGiven(given: unknown) {
  return { found: repositoryIn(given) };
}

/** Returns the issues among the rows that a command works on. An issue can have a row in several lists. */
function selectedIssues(first: unknown, selected: unknown): readonly ThreadSubject[] {
  const issues = selectedRows(first, selected).flatMap((row) => subjectAs(ThreadSubject)(row) ?? []);
  return [...new Map(issues.map((each) => [threadKey(each.address), each])).values()];
}
