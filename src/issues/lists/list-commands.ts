// The commands on rows of lists and notifications, and on the view's title.
import { asProblem } from "../../base/problem.ts";
import { on, onEach, plain } from "../../workbench/commands.ts";
import type { Shared } from "../../workbench/shared.ts";
import { subjectAs } from "../../workbench/tree/rows.ts";
import type { RepositoryAddress, ThreadAddress } from "../model/address.ts";
import type { SignIn } from "../repositories/accounts/sign-in.ts";
import type { Services } from "../services.ts";
import {
  InboxSubject,
  NotificationSubject,
  QuerySubject,
  RemoteSubject,
  repositoryIn,
  ThreadSubject,
} from "../subjects.ts";
import type { SubjectPicker } from "../subject-picker.ts";
import { FilterPicker } from "./filter-picker.ts";

type UsedServices = Pick<Services, "access" | "choices" | "discovery" | "lists" | "repositories">;

/** A notification opens after this time even if no account was found that can see its repository. */
const MAX_ACCOUNT_CHECK_MS = 3_000;

export interface ListCommandParts {
  readonly shared: Shared;
  readonly services: UsedServices;
  readonly subjectPicker: SubjectPicker;
  readonly signIn: SignIn;
  readonly show: (thread: ThreadAddress, comment?: bigint) => void;
  /** Reloads the whole view. */
  readonly refresh: () => void;
  /** Redraws the lists of a repository from the loaded data. */
  readonly redraw: (address: RepositoryAddress) => void;
}

export function listCommands({ shared, services, subjectPicker, signIn, show, refresh, redraw }: ListCommandParts) {
  const filterPicker = new FilterPicker(shared, services);
  const asQuery = subjectAs(QuerySubject);
  const asNotification = subjectAs(NotificationSubject);
  const { inbox, seen } = services.lists;
  return {
    "triptych.issues.switchAccount": on(repositoryIn, async ({ address }) => {
      await signIn.switchAccount(address);
      refresh();
    }),
    "triptych.issues.pinRepository": onEach(repositoryIn, ({ address }) => services.repositories.pin(address)),
    "triptych.issues.chooseServer": on(subjectAs(RemoteSubject), (given) => subjectPicker.chooseServer(given.remote)),
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
    "triptych.issues.openNotification": on(asNotification, (given) =>
      openNotification(given, { services, show, dialogs: shared.dialogs, log: shared.log }),
    ),
    "triptych.issues.markAsRead": onEach(
      (given) => subjectAs(ThreadSubject)(given) ?? asNotification(given),
      async (given) => {
        if (given instanceof NotificationSubject) await inbox.markRead(given.account, given.notification);
        else if (given.issue !== undefined) await seen.markSeen(given.address, given.issue);
      },
    ),
    "triptych.issues.markAllAsRead": onEach(
      (given) => subjectAs(InboxSubject)(given) ?? repositoryIn(given),
      async (given) => {
        if (given instanceof InboxSubject) await inbox.markAllRead(given.account);
        else await services.lists.markAllSeen(given.address);
      },
    ),
  };
}

/** Shows the thread of a notification, or the list of notifications on the web, and marks it as read. */
export async function openNotification(
  { account, notification }: Pick<NotificationSubject, "account" | "notification">,
  { services, show, dialogs, log }: Pick<ListCommandParts, "services" | "show"> & Pick<Shared, "dialogs" | "log">,
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
