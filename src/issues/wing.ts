import { Disposable } from "vscode";
import type { Uri } from "vscode";
import { after } from "../workbench/rounds.ts";
import type { Shared } from "../workbench/shared.ts";
import type { Children } from "../workbench/tree/node.ts";
import { Acts } from "./acts.ts";
import { commandsOf } from "./commands.ts";
import { Conflicts } from "./conflicts.ts";
import { Documents } from "./documents.ts";
import { Completing } from "./documents/completing.ts";
import { Merging } from "./documents/merging.ts";
import { Pasting } from "./documents/pasting.ts";
import { Marks } from "./marks.ts";
import type { DraftPlace } from "./model/draft.ts";
import { ListRefresh } from "./lists/list-refresh.ts";
import type { Shown } from "./lists/list-refresh.ts";
import { IssueActs } from "./issue-acts.ts";
import { IssueDocuments } from "./issue-documents.ts";
import { mentionDetails } from "./references/mention-details.ts";
import type { MentionParts } from "./references/mention-resolver.ts";
import type { RepositoryAddress } from "./model/address.ts";
import { ThreadPanels } from "./thread-panel/panels.ts";
import { WorkspaceRemotes } from "./repositories/workspace-remotes.ts";
import { TitleMenu } from "./thread-panel/title-menu.ts";
import { SignIn } from "./repositories/sign-in.ts";
import { Store } from "./store.ts";
import { TreeRows } from "./lists/tree-rows.ts";
import { DELETED, DRAFTS, OUTBOX } from "./unsent.ts";

/** The wing with all that is in it, as it is built when it is first used. */
export interface Wing extends Disposable {
  readonly roots: Children;
  readonly documents: Documents;
  readonly issueDocuments: IssueDocuments;
  readonly merging: Merging;
  readonly mentions: MentionParts;
  readonly panels: ThreadPanels;
  readonly signing: SignIn;
  readonly commands: ReturnType<typeof commandsOf>;
}

export function build(shared: Shared, view: Shown): Wing {
  const remotes = new WorkspaceRemotes();
  const store = new Store(shared, remotes);
  const documents = new Documents(store, shared.now);
  const issueDocuments = new IssueDocuments(store.issueDesk, shared.now);
  const signing = new SignIn(shared, store);
  const panels: ThreadPanels = new ThreadPanels(shared, store, () => acts);
  const placeOf = (uri: Uri): DraftPlace | undefined => documents.placeOf(uri);
  const pasting = new Pasting(shared, store, placeOf);
  const merging = new Merging(store.merges, shared);
  const conflicts: Conflicts = new Conflicts(shared, {
    merging,
    comments: { store, documents, send: (place) => acts.send(place) },
    issues: {
      store,
      documents: issueDocuments,
      read: (thread) => issueActs.read(thread),
      send: (place) => issueActs.send(place),
    },
  });
  const acts: Acts = new Acts(shared, {
    store,
    documents,
    conflicts,
    isUploading: (place) => pasting.isUnderWay(place),
    signing,
    show: (thread, comment) => panels.show(thread, comment),
  });
  const completing = new Completing(store, placeOf);
  const marks = new Marks(store, documents, shared.now);
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
  const redrawLists = (address: RepositoryAddress): void => freshness.rebuild(address);
  const issueActs: IssueActs = new IssueActs(shared, {
    store,
    documents: issueDocuments,
    conflicts,
    signing,
    show: (thread) => panels.show(thread),
    changed: readAnew,
  });
  store.issueDesk.open((place) => issueActs.sendWaiting(place));
  store.desk.open((place) => acts.sendWaiting(place));
  const focused = () => panels.focused();
  const commands = commandsOf({
    ...{ shared, store, acts, conflicts, issueActs, signing, focused },
    refresh: readAnew,
    redraw: redrawLists,
  });
  const listening = Disposable.from(
    new TitleMenu(shared.panels, store, focused),
    store.repositories.onDidChange(readAnew),
    store.onDidReject((account) => void signing.tellRejected(account)),
    store.onDidChangeThread((thread) => {
      // What was read for the panel is newer than the rows.
      const { reading, problem } = store.thread(thread);
      if (!reading && problem === undefined) refresh(rows.takeAsKnown(thread));
    }),
    store.drafts.onDidChange(({ place }) => {
      refresh(rows.takeAsKnown(place.thread));
      for (const id of [OUTBOX, DRAFTS, DELETED]) refresh(id);
      view.redraw();
    }),
    store.issueDesk.drafts.onDidChange(({ place: { repository, target } }) => {
      if (target.kind === "issue") refresh(rows.takeAsKnown({ ...repository, number: target.number }));
      for (const id of [OUTBOX, DRAFTS]) refresh(id);
      view.redraw();
    }),
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
    issueDocuments,
    merging,
    mentions,
    panels,
    signing,
    commands,
    dispose: () => {
      const shown = [completing, pasting, marks, merging, documents, issueDocuments];
      for (const owned of [listening, freshness, ...shown, store, remotes]) owned.dispose();
    },
  };
}
