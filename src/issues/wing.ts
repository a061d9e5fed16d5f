// Builds the wing on first use, and connects its parts.
import { comments, Disposable, StatusBarAlignment, window, type Uri } from "vscode";
import { asProblem } from "../base/problem.ts";
import { wait } from "../base/tasks/wait.ts";
import { offerTools } from "../base/tools/tool.ts";
import { after } from "../workbench/poller.ts";
import { l10n } from "../workbench/text/l10n.ts";
import { TIME_ZONE } from "../workbench/settings.ts";
import type { Shared } from "../workbench/wings/shared.ts";
import type { View } from "../workbench/wings/views.ts";
import type { Wing as AnyWing } from "../workbench/wings/wing.ts";
import { AgentDrafts } from "./agent-drafts.ts";
import { commandTable } from "./commands.ts";
import { extensionApi, type IssuesApi } from "./extension-api.ts";
import { offerCompletion } from "./editing/completion/completion.ts";
import { Conflicts } from "./editing/conflicts.ts";
import { Documents } from "./editing/documents.ts";
import { DraftCommands } from "./editing/draft-commands.ts";
import { offerHeadCompletion } from "./editing/completion/head-completion.ts";
import { offerLenses } from "./editing/lenses.ts";
import { showDraftBadges } from "./editing/draft-badges.ts";
import { MergeEditor } from "./editing/merge-editor.ts";
import { PasteUploads } from "./editing/pasting.ts";
import { DELETED, DRAFTS, OUTBOX } from "./editing/draft-rows.ts";
import { allowWelcome } from "./lists/welcome.ts";
import { ListRefresh } from "./lists/list-refresh.ts";
import { TreeRows } from "./lists/tree-rows.ts";
import { unreadBadges } from "./lists/unread-badges.ts";
import { mentionDetails } from "./references/mention-details.ts";
import type { MentionActions } from "./references/mention-resolver.ts";
import type { Issue } from "./model/entities.ts";
import { threadKey, type RepositoryAddress, type ThreadAddress } from "./model/address.ts";
import { THREAD_PANEL, ThreadPanels } from "./thread-panel/panels.ts";
import { updateTitleMenu } from "./thread-panel/title-menu.ts";
import { PRESENT_USER } from "./thread/present-user.ts";
import { Checkout } from "./pulls/checkout/checkout.ts";
import { PullCreation } from "./pulls/checkout/create-pull.ts";
import { CheckedOutPulls } from "./pulls/checkout/checked-out-pulls.ts";
import { showCheckedOut } from "./pulls/checkout/checkout-status.ts";
import type { CheckoutGit } from "./pulls/checkout/git-api.ts";
import { LineComments } from "./pulls/lines/line-comments.ts";
import { PullActions } from "./pulls/pull-actions.ts";
import { PullFiles } from "./pulls/files/pull-files.ts";
import { ReviewActions } from "./pulls/reviews/review-actions.ts";
import { ReviewRequests } from "./pulls/reviews/review-requests.ts";
import { Permission } from "./repositories/permission.ts";
import { KnownServers } from "./repositories/known-servers.ts";
import { SignIn } from "./repositories/accounts/sign-in.ts";
import { activateGit, WorkspaceRemotes } from "./repositories/workspace-remotes.ts";
import { readingDependencies } from "./tools/reading-dependencies.ts";
import { PrivateReading } from "./tools/repository-reading.ts";
import { issueTools } from "./tools/tools.ts";
import { IssueCommands } from "./triage/issue-commands.ts";
import { ShareReceiver } from "./references/share-receiver.ts";
import { RepositoryPicker } from "./pickers/repository-picker.ts";
import { SubjectPicker } from "./pickers/subject-picker.ts";
import { buildServices } from "./services.ts";
import { QUERIES, SERVER_URL } from "./repositories/settings.ts";
import { getThread, type Place } from "./writing/drafts/place.ts";

export { offer } from "./references/offer-references.ts";
export { toSession } from "./repositories/accounts/sessions.ts";

export interface Wing extends AnyWing {
  readonly documents: Documents;
  readonly mergeEditor: MergeEditor;
  readonly pullFiles: PullFiles;
  readonly mentions: MentionActions;
  readonly signIn: SignIn;
  readonly shareReceiver: ShareReceiver;
  readonly extensionApi: IssuesApi;
}

export function serverOptions(shared: Shared): readonly string[] {
  return new KnownServers(shared).bases().flatMap((base) => ["--forge", base]);
}

export function build(shared: Shared, view: View): Wing {
  const remotes = new WorkspaceRemotes();
  const services = buildServices(shared, remotes);
  const { writing } = services;
  const { drafts, present } = writing;
  const rows = new TreeRows(services, shared);
  const freshness = new ListRefresh({ services, rows: rows.lists, view, shared, after });
  const signIn = new SignIn(shared, services);
  /** Reloads the children of a row, or of all rows of a thread. */
  const refresh = (id: string): void => {
    for (const row of rows.findRows(id)) view.refresh(row);
  };
  /** Reloads the whole view. */
  const reload = (): void => {
    services.servers.tryAgain();
    rows.forget();
    view.refresh();
    freshness.wasRefreshed();
  };
  const findVisibleColumn = (thread: ThreadAddress) =>
    shared.panels.findVisibleColumn(THREAD_PANEL, threadKey(services.renames.toPresent(thread)));
  const documents = new Documents({
    drafts,
    present,
    findVisibleColumn,
    onDidRename: services.repositoryNames.onDidRename,
    failed: (error) => {
      shared.problems.notify(asProblem(error), {}, l10n.t("Your draft is only in its editor, not on the disk yet."));
    },
  });
  const getPlace = (uri: Uri): Place | undefined => documents.getPlace(uri);
  const pasteUploads = new PasteUploads({ shared, drafts, documents, uploads: services.uploads });
  const mergeEditor = new MergeEditor(services.merges, shared);
  const pullFiles = new PullFiles(services, shared.now);
  const conflicts = new Conflicts({
    dialogs: shared.dialogs,
    drafts,
    documents,
    mergeEditor,
    present,
    load: (place) => services.writing.load(place),
  });
  const lenses = offerLenses({ drafts, getPlace, now: shared.now });
  const editors = [
    lenses,
    showDraftBadges({ drafts, getPlace, now: shared.now }),
    offerCompletion({
      getPlace,
      suggestions: services.suggestions,
      known: (thread) => services.threads.knownComments(thread)?.values ?? [],
      emojiAt: (base) => services.emoji.at(base),
    }),
    offerHeadCompletion({
      getPlace,
      choices: (repository) => services.choices.recent(repository),
      branches: (repository) => services.pulls.recentBranches(repository),
    }),
    ...[pasteUploads, mergeEditor, documents],
  ];
  const readIssue = async (thread: ThreadAddress): Promise<Issue> => {
    services.issueCache.forget(thread);
    return await shared.dialogs.progress(l10n.t("Loading #{0}…", String(thread.number)), (_report, signal) =>
      services.issueCache.at(thread, signal),
    );
  };
  const forIssues = {
    shared,
    readIssue,
    permission: new Permission({
      dialogs: shared.dialogs,
      access: services.access,
      now: shared.now,
      signIn: (base) => signIn.add(base),
      issueAt: (thread) => services.threads.at(thread).thread?.issue,
    }),
    signIn: (base: string) => signIn.add(base),
    refresh: async (thread: ThreadAddress) => {
      if (services.threads.at(thread).thread !== undefined) await services.threads.readAgain(thread);
    },
    changed: (...threads: readonly ThreadAddress[]) => {
      for (const thread of threads) services.issueCache.forget(thread);
      reload();
    },
  };
  const startGit = () => activateGit<CheckoutGit>();
  const checkout = new Checkout({ shared, services, state: shared.state, startGit });
  const checkedOut = new CheckedOutPulls(checkout, startGit);
  const lineComments = new LineComments({
    checkedOut,
    shared,
    services,
    // VS Code keeps typed text by this ID, also for the next process, in which other threads have the same numbers.
    createController: (subject) =>
      subject === "drafts"
        ? comments.createCommentController(`triptych-drafts-${process.pid}`, l10n.t("Drafts"))
        : comments.createCommentController(`triptych-${process.pid}`, l10n.t("Review Comments")),
    time: PRESENT_USER,
    mayReact: (pull) => forIssues.permission.check("react", pull),
  });
  const issues = new IssueCommands({ ...forIssues, changes: services.changes, choices: services.choices });
  const pullCreation = new PullCreation({ ...forIssues, services, documents, checkout, startGit });
  const draftCommands = new DraftCommands({
    ...forIssues,
    writing,
    documents,
    conflicts,
    isInFront: (thread) => findVisibleColumn(thread) !== undefined,
    showThread: (thread, comment) => panels.show(thread, comment),
    scrollTo: (thread, comment) => panels.scrollTo(thread, comment),
    findUploadFault: (place) => pasteUploads.findFault(place),
    pushFirst: (place) => pullCreation.pushFirst(place),
  });
  const pulls = new PullActions({ ...forIssues, services, wait, checkout });
  const reviews = new ReviewActions({ ...forIssues, services, documents, draftCommands });
  const panels = new ThreadPanels({ shared, services, draftCommands, issues, pulls, pasting: pasteUploads });
  const redrawLists = (address: RepositoryAddress): void => freshness.rebuild(address);
  writing.open((place) => documents.isBeingWritten(place));
  const focused = () => panels.focused();
  const subjectPicker = new SubjectPicker(shared, services);
  const repositoryPicker = new RepositoryPicker(shared, services, (base) => signIn.add(base));
  const shareReceiver = new ShareReceiver({
    shared,
    services,
    draftCommands,
    subjectPicker,
    repositoryPicker,
    focused,
  });
  const commands = commandTable({
    shared,
    services,
    draftCommands,
    conflicts,
    issues,
    pulls,
    pullCreation,
    reviews,
    reviewRequests: new ReviewRequests({ ...forIssues, services }),
    checkedOut,
    lineComments,
    permission: forIssues.permission,
    signIn,
    subjectPicker,
    repositoryPicker,
    shareReceiver,
    focused,
    getPlace,
    threads: panels,
    refresh: reload,
    redraw: redrawLists,
  });
  const redrawUnsent = (): void => {
    for (const id of [OUTBOX, DRAFTS, DELETED]) refresh(id);
    view.redraw();
  };
  const subscriptions = Disposable.from(
    window.registerFileDecorationProvider(unreadBadges),
    services.repositories.onDidChange(reload),
    services.servers.onDidAnswer((origin) => view.recover(origin)),
    services.servers.onDidReject((account) => signIn.reportRejected(account)),
    services.servers.onDidChangeRejected(() => view.redraw()),
    services.threads.onDidChange((thread) => {
      // The panel has just loaded the thread, so its comments are newer than those of the rows.
      const { reading, problem } = services.threads.at(thread);
      if (!reading && problem === undefined) refresh(rows.reuseComments(thread));
    }),
    services.pullHeads.onDidChange((pull) => {
      for (const row of rows.lists.findThreadRows(threadKey(pull))) view.redraw(row);
    }),
    services.viewedFiles.onDidChange(() => view.repaint()),
    drafts.onDidChange(({ place }) => {
      const thread = getThread(place);
      if (thread !== undefined) refresh(rows.reuseComments(thread));
      redrawUnsent();
    }),
    drafts.onDidDiscardUnreadable(redrawUnsent),
    shared.accounts.onDidChange(({ added, removed, changed }) => {
      const changedAccounts = [...added, ...removed, ...changed].filter(({ service }) => service === "issues");
      for (const account of changedAccounts) void services.forgetAccount(account, { gone: removed.includes(account) });
      if (changedAccounts.length > 0) reload();
    }),
    shared.settings.onDidChange((affects) => {
      if (affects(QUERIES) || affects(SERVER_URL)) reload();
      if (affects(TIME_ZONE)) lenses.refresh();
    }),
    updateTitleMenu(shared.panels, services, focused),
    writing.overwrites.onDidFind((place) => {
      void conflicts.offer(place, draftCommands);
      const thread = getThread(place);
      if (thread !== undefined) void forIssues.refresh(thread);
    }),
    showCheckedOut({
      checkedOut,
      createItem: () => window.createStatusBarItem("triptych.pull", StatusBarAlignment.Left),
    }),
    writing.sender.onDidSettle((settled) => {
      pullCreation.remember(settled).catch((error: unknown) => {
        shared.log.warn("Could not remember the branch of a pull request", { problem: asProblem(error).message });
      });
    }),
  );
  freshness.checkInbox();
  void services.discovery.recognizeRemotes();
  const mentions = mentionDetails(services, remotes, { now: shared.now, show: (thread) => panels.show(thread) });
  return {
    roots: async (...given) => {
      const page = await rows.roots(...given);
      allowWelcome(page.nodes.length === 0);
      return page;
    },
    actions: { signIn: async (problem) => void (await signIn.addAt(problem?.facts.origin)) },
    documents,
    mergeEditor,
    pullFiles,
    mentions,
    signIn,
    shareReceiver,
    extensionApi: extensionApi({ services, draftCommands, subjectPicker, repositoryPicker }),
    commands,
    tools: offerTools(issueTools, {
      reading: new PrivateReading(
        readingDependencies({
          ...services,
          now: shared.now,
          home: async () => (await services.repositories.list()).find(({ found }) => found)?.address,
        }),
      ),
      drafts: new AgentDrafts(drafts, documents),
    }),
    panels: { [THREAD_PANEL]: shared.panels.serializer(panels.kind) },
    dispose: () => {
      for (const each of [
        subscriptions,
        ...editors,
        lineComments,
        pullFiles,
        checkedOut,
        checkout,
        draftCommands,
        freshness,
        services,
        remotes,
      ])
        each.dispose();
    },
  };
}
