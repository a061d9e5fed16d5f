// The commands on rows of lists and notifications, and on the view's title.
import { asProblem } from "../../base/problem.ts";
import { on, onEach, plain } from "../../workbench/commands.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import { subjectAs } from "../../workbench/tree/level-rows.ts";
import type { RepositoryAddress, ThreadAddress } from "../model/address.ts";
import type { SignIn } from "../repositories/accounts/sign-in.ts";
import {
  InboxSubject,
  NotificationSubject,
  QuerySubject,
  RepositorySubject,
  repositoryIn,
  ThreadSubject,
} from "../parts/row-subjects.ts";
import { FilterPicker } from "./filter-picker.ts";
import type { Access } from "../repositories/access.ts";
import type { Choices } from "../repositories/issue-choices.ts";
import type { Discovery } from "../repositories/discovery.ts";
import type { ListBrowser } from "./list-browser.ts";
import type { Repositories } from "../repositories/repositories.ts";

interface ListCommandServices {
  readonly access: Access;
  readonly choices: Choices;
  readonly discovery: Discovery;
  readonly lists: ListBrowser;
  readonly repositories: Repositories;
}

/** A notification opens after this time even if no account was found that can see its repository. */
const MAX_ACCOUNT_CHECK_MS = 3_000;

export interface ListCommandDependencies {
  readonly shared: Shared;
  readonly services: ListCommandServices;
  readonly signIn: SignIn;
  /** Reloads the whole view. */
  readonly refresh: () => void;
  /** Redraws the lists of a repository from the loaded data. */
  readonly redraw: (address: RepositoryAddress) => void;
}

export function listCommands({ shared, services, signIn, refresh, redraw }: ListCommandDependencies) {
  const filterPicker = new FilterPicker(shared, services);
  const asQuery = subjectAs(QuerySubject);
  const asThread = subjectAs(ThreadSubject);
  const asNotification = subjectAs(NotificationSubject);
  const asInbox = subjectAs(InboxSubject);
  const { inbox, seen } = services.lists;
  return {
    "triptych.issues.switchAccount": on(repositoryIn, async ({ address }) => {
      await signIn.switchAccount(address);
      refresh();
    }),
    "triptych.issues.pinRepository": onEach(repositoryIn, ({ address }) => services.repositories.pin(address)),
    "triptych.issues.filterIssues": on(asQuery, async (given) => {
      if (await filterPicker.filter(given)) redraw(given.address);
    }),
    "triptych.clearFilter": on(asQuery, async (given) => {
      await filterPicker.clear(given);
      redraw(given.address);
    }),
    "triptych.sort": on(asQuery, async (given) => {
      if (await filterPicker.sort(given)) redraw(given.address);
    }),
    "triptych.group": on(
      (given) => asQuery(given) ?? repositoryIn(given),
      async ({ address }) => {
        if (await filterPicker.group(address)) redraw(address);
      },
    ),
    "triptych.issues.editQueries": plain(() => shared.openSettings("triptych.issues.queries")),
    /** Marks everything that the row holds as read. */
    "triptych.issues.markAsRead": onEach(
      (given) => asThread(given) ?? asNotification(given) ?? asInbox(given) ?? repositoryIn(given),
      async (given) => {
        if (given instanceof NotificationSubject) await inbox.markRead(given.account, given.notification);
        else if (given instanceof InboxSubject) await inbox.markAllRead(given.account);
        else if (given instanceof RepositorySubject) await services.lists.markAllSeen(given.address);
        else if (given.issue !== undefined) await seen.markSeen(given.address, given.issue);
      },
    ),
  };
}

/** Shows the thread of a notification, or the list of notifications on the web, and marks it as read. */
export async function openNotification(
  { account, notification }: Pick<NotificationSubject, "account" | "notification">,
  {
    services,
    show,
    dialogs,
    log,
  }: Pick<ListCommandDependencies, "services"> &
    Pick<Shared, "dialogs" | "log"> & { readonly show: (thread: ThreadAddress, comment?: bigint) => void },
): Promise<void> {
  const { repository: name, number, comment } = notification;
  if (name === undefined || number === undefined) {
    await dialogs.openExternal(`${account.base}/notifications`);
    return;
  }
  const thread = { base: account.base, ...name, number };
  // If another account is used for the repository, it may not be able to see it. This selects one that can.
  if (services.access.accountAt(thread)?.id !== account.id)
    await services.discovery.repository(thread, AbortSignal.timeout(MAX_ACCOUNT_CHECK_MS)).catch(() => undefined);
  show(thread, comment);
  // The issue opens even if this fails. Its row then stays unread.
  await services.lists.inbox.markThreadRead(account, thread).catch((error: unknown) => {
    log.warn("Could not mark a notification as read", { problem: asProblem(error).message });
  });
}
