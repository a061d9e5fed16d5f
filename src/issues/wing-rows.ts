// Builds the rows of the wing and everything that they need, when the view is first shown. `wing.ts` builds on it.
import { Disposable, window } from "vscode";
import { after } from "../workbench/poller.ts";
import type { Shared } from "../workbench/shared.ts";
import type { WingRows } from "../workbench/wing.ts";
import { DELETED, DRAFTS, OUTBOX } from "./editing/rows.ts";
import { ListRefresh, type ShownView } from "./lists/list-refresh.ts";
import { TreeRows } from "./lists/tree-rows.ts";
import { unreadBadges } from "./lists/unread-badges.ts";
import { WorkspaceRemotes } from "./repositories/workspace-remotes.ts";
import { buildServices, type Services } from "./services.ts";
import type { SignIn } from "./repositories/accounts/sign-in.ts";
import { getThread } from "./writing/place.ts";

export interface Rows extends WingRows {
  readonly remotes: WorkspaceRemotes;
  readonly services: Services;
  readonly freshness: ListRefresh;
  /** Reloads the whole view. */
  readonly reload: () => void;
}

export function buildRows(
  shared: Shared,
  view: ShownView,
  load: () => Promise<{ readonly signIn: Pick<SignIn, "addAt" | "reportRejected"> }>,
): Rows {
  const remotes = new WorkspaceRemotes();
  const services = buildServices(shared, remotes);
  const { drafts } = services.writing;
  const rows = new TreeRows(services, shared);
  const freshness = new ListRefresh({ services, rows: rows.lists, view, shared, after });
  /** Reloads the children of a row, or of all rows of a thread. */
  const refresh = (id: string): void => {
    for (const row of rows.findRows(id)) view.refresh(row);
  };
  const reload = (): void => {
    services.servers.tryAgain();
    rows.forget();
    view.refresh();
    freshness.wasRefreshed();
  };
  const subscriptions = Disposable.from(
    window.registerFileDecorationProvider(unreadBadges),
    services.repositories.onDidChange(reload),
    services.servers.onDidAnswer((origin) => view.recover(origin)),
    services.servers.onDidReject((account) => {
      // If the rest of the wing can't be loaded, the next command that needs it reports that.
      load().then(
        ({ signIn }) => signIn.reportRejected(account),
        () => undefined,
      );
    }),
    services.servers.onDidChangeRejected(() => view.redraw()),
    services.threads.onDidChange((thread) => {
      // The panel has just loaded the thread, so its comments are newer than those of the rows.
      const { reading, problem } = services.threads.at(thread);
      if (!reading && problem === undefined) refresh(rows.reuseComments(thread));
    }),
    drafts.onDidChange(({ place }) => {
      const thread = getThread(place);
      if (thread !== undefined) refresh(rows.reuseComments(thread));
      for (const id of [OUTBOX, DRAFTS, DELETED]) refresh(id);
      view.redraw();
    }),
    shared.settings.onDidChange((id) => {
      if (id === "triptych.issues.queries" || id === "triptych.issues.url") reload();
    }),
    shared.accounts.onDidChange(({ added, removed, changed }) => {
      const changedAccounts = [...added, ...removed, ...changed].filter(({ service }) => service === "issues");
      for (const account of changedAccounts) void services.forgetAccount(account, { gone: removed.includes(account) });
      if (changedAccounts.length > 0) reload();
    }),
  );
  return {
    ...{ remotes, services, freshness, reload },
    roots: rows.roots,
    actions: { signIn: async (problem) => void (await (await load()).signIn.addAt(problem?.facts.origin)) },
    dispose: () => {
      for (const disposable of [subscriptions, freshness, services, remotes]) disposable.dispose();
    },
  };
}
