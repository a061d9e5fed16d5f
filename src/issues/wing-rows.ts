// What the rows of the wing need, built when its view is first shown, and the rest of it from that.
import { Disposable, window } from "vscode";
import { after } from "../workbench/poller.ts";
import type { Shared } from "../workbench/shared.ts";
import type { WingRows } from "../workbench/wing.ts";
import { DELETED, DRAFTS, OUTBOX } from "./editing/rows.ts";
import { ListRefresh, type Shown } from "./lists/list-refresh.ts";
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
  /** Loads everything again. */
  readonly reload: () => void;
}

export function buildRows(
  shared: Shared,
  view: Shown,
  load: () => Promise<{ readonly signing: Pick<SignIn, "addAt" | "tellRejected"> }>,
): Rows {
  const remotes = new WorkspaceRemotes();
  const services = buildServices(shared, remotes);
  const { drafts } = services.writing;
  const rows = new TreeRows(services, shared);
  const freshness = new ListRefresh({ services, rows: rows.lists, view, shared, after });
  /** Reloads what is under a row, or under all rows of a thread. */
  const refresh = (id: string): void => {
    for (const row of rows.findRows(id)) view.refresh(row);
  };
  const reload = (): void => {
    services.servers.tryAgain();
    rows.forget();
    view.refresh();
    freshness.wasRefreshed();
  };
  const listening = Disposable.from(
    window.registerFileDecorationProvider(unreadBadges),
    services.repositories.onDidChange(reload),
    services.servers.onDidAnswer((origin) => view.recover(origin)),
    services.servers.onDidReject((account) => {
      // If the rest can't be loaded, whatever needs it says so.
      load().then(
        ({ signing }) => signing.tellRejected(account),
        () => undefined,
      );
    }),
    services.servers.onDidChangeRejected(() => view.redraw()),
    services.threads.onDidChange((thread) => {
      // The data of the panel is newer than the rows.
      const { reading, problem } = services.threads.at(thread);
      if (!reading && problem === undefined) refresh(rows.takeAsKnown(thread));
    }),
    drafts.onDidChange(({ place }) => {
      const thread = getThread(place);
      if (thread !== undefined) refresh(rows.takeAsKnown(thread));
      for (const id of [OUTBOX, DRAFTS, DELETED]) refresh(id);
      view.redraw();
    }),
    shared.settings.onDidChange((id) => {
      if (id === "triptych.issues.queries" || id === "triptych.issues.url") reload();
    }),
    shared.accounts.onDidChange(({ added, removed, changed }) => {
      const ours = [...added, ...removed, ...changed].filter(({ service }) => service === "issues");
      for (const account of ours) void services.forgetAccount(account, { gone: removed.includes(account) });
      if (ours.length > 0) reload();
    }),
  );
  return {
    ...{ remotes, services, freshness, reload },
    roots: rows.roots,
    ways: { signIn: async (problem) => void (await (await load()).signing.addAt(problem?.facts.origin)) },
    dispose: () => {
      for (const owned of [listening, freshness, services, remotes]) owned.dispose();
    },
  };
}
