import { Disposable } from "vscode";
import { l10n } from "../workbench/text/l10n.ts";
import type { Uri } from "vscode";
import { after } from "../workbench/rounds.ts";
import type { Shared } from "../workbench/shared.ts";
import type { Children } from "../workbench/tree/node.ts";
import { commandsOf } from "./commands.ts";
import { Completion } from "./editing/completion.ts";
import { Conflicts } from "./editing/conflicts.ts";
import { Documents } from "./editing/documents.ts";
import { DraftCommands } from "./editing/draft-commands.ts";
import { HeadCompletion } from "./editing/head-completion.ts";
import { Lenses } from "./editing/lenses.ts";
import { Marks } from "./editing/marks.ts";
import { MergeEditor } from "./editing/merge-editor.ts";
import { Pasting } from "./editing/pasting.ts";
import { DELETED, DRAFTS, OUTBOX } from "./editing/rows.ts";
import { ListRefresh } from "./lists/list-refresh.ts";
import type { Shown } from "./lists/list-refresh.ts";
import { mentionDetails } from "./references/mention-details.ts";
import type { MentionParts } from "./references/mention-resolver.ts";
import type { Issue } from "./model/entities.ts";
import type { RepositoryAddress, ThreadAddress } from "./model/address.ts";
import { ThreadPanels } from "./thread-panel/panels.ts";
import { TitleMenu } from "./thread-panel/menus.ts";
import { WorkspaceRemotes } from "./repositories/workspace-remotes.ts";
import { SignIn } from "./repositories/sign-in.ts";
import { Store } from "./store.ts";
import { TreeRows } from "./lists/tree-rows.ts";
import { IssueCommands } from "./triage/issue-commands.ts";
import { threadOf } from "./writing/place.ts";
import type { Place } from "./writing/place.ts";

/** The wing with all that is in it, as it is built when it is first used. */
export interface Wing extends Disposable {
  readonly roots: Children;
  readonly documents: Documents;
  readonly mergeEditor: MergeEditor;
  readonly mentions: MentionParts;
  readonly panels: ThreadPanels;
  readonly signing: SignIn;
  readonly commands: ReturnType<typeof commandsOf>;
}

export function build(shared: Shared, view: Shown): Wing {
  const remotes = new WorkspaceRemotes();
  const store = new Store(shared, remotes);
  const { writing } = store;
  const { drafts } = writing;
  const present = (place: Place): Place => writing.present(place);
  const documents = new Documents({
    ...{ drafts, present, onDidMove: writing.onDidMove },
    idOf: (repository) => store.repositories.idOf(repository),
  });
  const placeOf = (uri: Uri): Place | undefined => documents.placeOf(uri);
  const signing = new SignIn(shared, store);
  const pasting = new Pasting(shared, store.uploads, placeOf);
  const mergeEditor = new MergeEditor(store.merges, shared);
  const conflicts = new Conflicts({
    ...{ dialogs: shared.dialogs, drafts, documents, mergeEditor, present },
    load: (place) => store.load(place),
  });
  const editors = [
    new Lenses({ drafts, placeOf, now: shared.now }),
    new Marks({ drafts, placeOf, now: shared.now }),
    new Completion({
      ...{ placeOf, suggestions: store.suggestions },
      known: (thread) => store.knownComments(thread)?.values ?? [],
      emojiAt: (base) => store.signsAt(base),
    }),
    new HeadCompletion({ placeOf, choices: (repository) => store.choices.recent(repository) }),
    ...[pasting, mergeEditor, documents],
  ];
  const rows = new TreeRows(store, shared);
  const freshness = new ListRefresh(store, rows.lists, view, shared, { after });
  /** Reads anew what is under a row, or under every row of a thread. */
  const refresh = (id: string): void => {
    for (const row of rows.rowsOf(id)) view.refresh(row);
  };
  const readAnew = (): void => {
    store.tryTokensAgain();
    rows.forget();
    view.refresh();
    freshness.wasRefreshed();
  };
  const readIssue = async (thread: ThreadAddress): Promise<Issue> => {
    store.glances.forget(thread);
    return await shared.dialogs.progress(l10n.t("Reading #{0}…", String(thread.number)), (_report, signal) =>
      store.glances.at(thread, signal),
    );
  };
  const forIssues = {
    shared,
    readIssue,
    accountAt: (address: RepositoryAddress) => store.accountAt(address),
    signIn: (base: string) => signing.add(base),
    refresh: async (thread: ThreadAddress) => {
      if (store.thread(thread).thread !== undefined) await store.readThread(thread);
    },
    changed: (thread: ThreadAddress) => {
      store.glances.forget(thread);
      readAnew();
      if (store.thread(thread).thread !== undefined) void store.readThread(thread);
    },
  };
  const issues = new IssueCommands({ ...forIssues, changes: store.changes, choices: store.choices });
  const acts = new DraftCommands({
    ...forIssues,
    ...{ writing, documents, conflicts },
    isUploading: (place) => pasting.isUnderWay(place),
  });
  const panels = new ThreadPanels({ shared, store, acts, issues });
  const redrawLists = (address: RepositoryAddress): void => freshness.rebuild(address);
  writing.open((place) => documents.isBeingWritten(place));
  const focused = () => panels.focused();
  const commands = commandsOf({
    ...{ shared, store, acts, conflicts, issues, signing, focused, placeOf },
    refresh: readAnew,
    redraw: redrawLists,
  });
  const listening = Disposable.from(
    new TitleMenu(shared.panels, store, focused),
    store.repositories.onDidChange(readAnew),
    store.onDidAnswer((origin) => view.recover(origin)),
    store.onDidReject((account) => void signing.tellRejected(account)),
    store.onDidChangeThread((thread) => {
      // What was read for the panel is newer than the rows.
      const { reading, problem } = store.thread(thread);
      if (!reading && problem === undefined) refresh(rows.takeAsKnown(thread));
    }),
    drafts.onDidChange(({ place }) => {
      const thread = threadOf(place);
      if (thread !== undefined) refresh(rows.takeAsKnown(thread));
      for (const id of [OUTBOX, DRAFTS, DELETED]) refresh(id);
      view.redraw();
    }),
    acts.onDidShow(({ thread, comment }) => panels.show(thread, comment)),
    shared.settings.onDidChange((id) => {
      if (id === "triptych.issues.queries" || id === "triptych.issues.url") readAnew();
    }),
    shared.accounts.onDidChange(({ added, removed, changed }) => {
      const ours = [...added, ...removed, ...changed].filter(({ service }) => service === "issues");
      for (const account of ours) void store.forgetAccount(account, { gone: removed.includes(account) });
      if (ours.length > 0) readAnew();
    }),
  );
  void store.looking.recogniseRemotes();
  const mentions = mentionDetails(store, remotes, { now: shared.now, show: (thread) => panels.show(thread) });
  return {
    roots: rows.roots,
    documents,
    mergeEditor,
    mentions,
    panels,
    signing,
    commands,
    dispose: () => {
      for (const owned of [listening, freshness, ...editors, acts, store, remotes]) owned.dispose();
    },
  };
}
