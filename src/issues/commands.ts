// The wing's command table: each command with the subjects that it accepts and what it does.
import { env, Uri, window } from "vscode";
import { on, onEach, plain, type CommandTable } from "../workbench/commands.ts";
import type { Shared } from "../workbench/shared.ts";
import type { RepositoryPicker } from "./repository-picker.ts";
import type { SubjectPicker } from "./subject-picker.ts";
import { readContext, type CommentContext } from "./thread-panel/menus.ts";
import { listCommands } from "./lists/list-commands.ts";
import { ifGiven, issueCommands, threadIn } from "./issue-commands.ts";
import type { Conflicts } from "./editing/conflicts.ts";
import type { DraftCommands } from "./editing/draft-commands.ts";
import { repositoryWebUrl, threadWebUrl, type RepositoryAddress, type ThreadAddress } from "./model/address.ts";
import type { ShareReceiver } from "./references/share-receiver.ts";
import type { SignIn } from "./repositories/accounts/sign-in.ts";
import type { Services } from "./services.ts";
import { manageImageHosts } from "./thread/image-hosts.ts";
import { CommentSubject, DraftSubject, RejectedSubject, repositoryIn, subjectAs } from "./subjects.ts";
import type { IssueCommands } from "./triage/issue-commands.ts";
import type { Comment } from "./model/entities.ts";
import type { Act } from "./model/rights.ts";
import { getThread, type Place } from "./writing/place.ts";

type UsedServices = Pick<
  Services,
  | "access"
  | "choices"
  | "discovery"
  | "images"
  | "knownServers"
  | "lists"
  | "repositories"
  | "repositoryNames"
  | "threads"
  | "writing"
>;

export interface CommandParts {
  readonly shared: Shared;
  readonly services: UsedServices;
  readonly acts: DraftCommands;
  readonly conflicts: Conflicts;
  readonly signing: SignIn;
  readonly asking: SubjectPicker;
  readonly repositories: RepositoryPicker;
  readonly sharing: Pick<ShareReceiver, "selection">;
  /** Loads the whole view again. */
  readonly refresh: () => void;
  /** Redraws the lists of a repository after their filter, order or grouping changed. */
  readonly redraw: (address: RepositoryAddress) => void;
  readonly issues: IssueCommands;
  /** The place that a document belongs to. */
  readonly getPlace: (uri: Uri) => Place | undefined;
  /** The thread whose panel has the focus. */
  readonly focused: () => ThreadAddress | undefined;
}

/** Each command takes its subject from a row, a panel or an editor, or asks for it. */
export function commandTable(parts: CommandParts): CommandTable {
  const {
    shared,
    services,
    acts,
    conflicts,
    signing,
    refresh,
    redraw,
    issues,
    getPlace,
    asking,
    repositories,
    sharing,
  } = parts;
  const { dialogs } = shared;
  const focused = (): ThreadAddress | undefined => parts.focused() ?? getEditorThread(getPlace);
  const draft = (given: unknown): DraftSubject | undefined => draftSubject(given, getPlace);
  const show = (thread: ThreadAddress, comment?: bigint): void => acts.show(thread, comment);
  const commentIn = (given: unknown) => subjectAs(given, CommentSubject);
  const onComment = (act: Act, run: (thread: ThreadAddress, comment: Comment) => Promise<void>) =>
    on(ifGiven(commentIn), async (given) => {
      const isOffered = (thread: ThreadAddress, comment: Comment) => services.access.offers(act, thread, { comment });
      const found = given.found ?? (await asking.comment(isOffered, focused()));
      if (found !== undefined) await run(found.address, found.comment);
    });
  return {
    ...listCommands({ shared, services, asking, signing, show, refresh, redraw }),
    "triptych.issues.shareSelection": plain(() => sharing.selection()),
    ...issueCommands({ asking, repositories, acts, issues, focused }),
    "triptych.issues.manageImageHosts": plain(() => manageImageHosts(services.images, dialogs)),
    "triptych.issues.addAccount": {
      // The row of a rejected token says which server needs another one.
      accepts: ([given]) => [subjectAs(given, RejectedSubject)],
      run: async (rejected?: RejectedSubject) => {
        const account = await signing.add(rejected?.account.base);
        if (account === undefined) return;
        const shown = await services.repositories.list();
        // Without a repository, the view would be empty right after sign-in.
        if (!shown.some(({ address }) => address.base === account.base)) await repositories.add();
      },
    },
    "triptych.issues.signOut": plain(() => signing.signOut()),
    "triptych.issues.addRepository": plain(async () => void (await repositories.add())),
    "triptych.issues.removeRepository": onEach(repositoryIn, ({ address }) => services.repositories.unpin(address)),
    "triptych.issues.refresh": plain(() => refresh()),
    "triptych.issues.openIssue": on(ifGiven(threadIn), async ({ found }) => {
      const thread = found?.thread ?? (await asking.thread());
      if (thread !== undefined) acts.show(thread, found?.comment);
    }),
    "triptych.issues.openOnWeb": on(ifGiven(webPage), async ({ found }) => {
      const thread = found === undefined ? (focused() ?? (await asking.thread())) : undefined;
      const isPull = (shown: ThreadAddress) => services.threads.at(shown).thread?.issue.pull !== undefined;
      const page = found ?? (thread && threadWebUrl(thread, isPull(thread)));
      if (page !== undefined) await dialogs.openExternal(page);
    }),
    "triptych.issues.newComment": on(ifGiven(threadIn), async ({ found }) => {
      const thread = found?.thread ?? focused() ?? (await asking.thread());
      if (thread !== undefined) await acts.write(thread);
    }),
    "triptych.issues.quoteComment": on(ifGiven(commentIn), async (given) => {
      const found = given.found ?? (await asking.text(focused()));
      if (found !== undefined) await acts.quote(found.address, found.comment);
    }),
    "triptych.issues.editComment": onComment("editComment", (thread, comment) => acts.edit(thread, comment)),
    "triptych.issues.deleteComment": onComment("deleteComment", (thread, comment) => acts.remove(thread, comment)),
    "triptych.issues.copyLink": on(webPage, async (page) => await env.clipboard.writeText(page)),
    "triptych.issues.copyText": on(
      (given) => commentIn(given) ?? readContext(given) ?? draft(given),
      (given) => (given instanceof DraftSubject ? acts.copyDraft(given.place) : copyComment(given, services)),
    ),
    "triptych.issues.openDraft": on(ifGiven(draft), async (given) => {
      const found = given.found ?? (await asking.draft());
      if (found !== undefined) await acts.openDraft(found.place);
    }),
    "triptych.issues.sendDraft": on(draft, async ({ place }) => void (await acts.send(place))),
    "triptych.issues.discardDraft": on(draft, ({ place }) => acts.discard(place)),
    "triptych.issues.mergeChanges": on(draft, ({ place }) => conflicts.merge(place)),
    "triptych.issues.keepMine": on(draft, ({ place }) => conflicts.keepMine(place, acts)),
    "triptych.issues.takeTheirs": on(draft, ({ place }) => acts.discard(place)),
    "triptych.issues.useMerged": on(
      (given) => ({ uri: given instanceof Uri ? given : window.activeTextEditor?.document.uri }),
      ({ uri }) => conflicts.useMerged(uri),
    ),
    "triptych.issues.postAsNew": on(draft, ({ place }) => acts.postAsNew(place)),
    "triptych.issues.sendOutbox": plain(() => acts.sendOutbox()),
  };
}

/** The thread of the draft that is being written. */
function getEditorThread(getPlace: CommandParts["getPlace"]): ThreadAddress | undefined {
  // A panel in front leaves no editor active.
  const uri = window.activeTextEditor?.document.uri;
  const place = uri === undefined ? undefined : getPlace(uri);
  return place === undefined ? undefined : getThread(place);
}

/** The page of a row's subject, or of a comment of the panel. */
function webPage(given: unknown): string | undefined {
  const repository = repositoryIn(given);
  if (repository !== undefined) return repositoryWebUrl(repository.address);
  const shown = threadIn(given);
  return shown && threadWebUrl(shown.thread, shown.pull, shown.comment);
}

/** A row, the document of an editor, or the editor that has the focus. */
function draftSubject(given: unknown, getPlace: CommandParts["getPlace"]): DraftSubject | undefined {
  const subject = subjectAs(given, DraftSubject);
  if (subject !== undefined) return subject;
  const uri = given instanceof Uri ? given : window.activeTextEditor?.document.uri;
  const place = uri === undefined ? undefined : getPlace(uri);
  return place === undefined ? undefined : new DraftSubject(place);
}

/** Copies the text as Markdown. */
async function copyComment(given: CommentSubject | CommentContext, services: UsedServices): Promise<void> {
  if (given instanceof CommentSubject) {
    await env.clipboard.writeText(given.comment.body);
    return;
  }
  const { thread } = services.threads.at(given.thread);
  const comment = thread?.comments?.find(({ id }) => id === given.comment);
  const body = given.comment === undefined ? thread?.issue.body : comment?.body;
  if (body !== undefined) await env.clipboard.writeText(body);
}
