// The wing's command table: each command with the subjects that it accepts and what it does.
import { env, Uri, window } from "vscode";
import { on, onEach, plain, type CommandTable } from "../workbench/commands.ts";
import type { Shared } from "../workbench/shared.ts";
import { getSubject } from "../workbench/tree/rows.ts";
import type { RepositoryPicker } from "./repository-picker.ts";
import type { SubjectPicker } from "./subject-picker.ts";
import { readContext, type CommentContext } from "./thread-panel/menus.ts";
import { listCommands } from "./lists/list-commands.ts";
import { issueCommands } from "./issue-commands.ts";
import type { Conflicts } from "./editing/conflicts.ts";
import type { DraftCommands } from "./editing/draft-commands.ts";
import {
  commentWebUrl,
  repositoryWebUrl,
  threadWebUrl,
  type RepositoryAddress,
  type ThreadAddress,
} from "./model/address.ts";
import type { ShareReceiver } from "./references/share-receiver.ts";
import type { SignIn } from "./repositories/accounts/sign-in.ts";
import type { Services } from "./services.ts";
import { manageImageHosts } from "./thread/image-hosts.ts";
import {
  CommentSubject,
  DraftSubject,
  RejectedSubject,
  RepositorySubject,
  subjectAs,
  ThreadSubject,
} from "./subjects.ts";
import type { IssueCommands } from "./triage/issue-commands.ts";
import type { Comment } from "./model/entities.ts";
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
    "triptych.issues.removeRepository": onEach(
      (given) => subjectAs(given, RepositorySubject),
      ({ address }) => services.repositories.unpin(address),
    ),
    "triptych.issues.refresh": plain(() => refresh()),
    "triptych.issues.openIssue": on(threadOrNothing, async (given) => {
      const thread = given.thread ?? (await asking.thread());
      if (thread !== undefined) acts.show(thread, given.comment);
    }),
    "triptych.issues.openOnWeb": on(webPlace, async (given) => {
      const address = given.address ?? webAddress(services, focused() ?? (await asking.thread()));
      if (address !== undefined) await dialogs.openExternal(address);
    }),
    "triptych.issues.newComment": on(threadOrNothing, async (given) => {
      const thread = given.thread ?? focused() ?? (await asking.thread());
      if (thread !== undefined) await acts.write(thread);
    }),
    "triptych.issues.quoteComment": on(commentOrNothing, async (given) => {
      const found = given.subject ?? (await asking.text(focused()));
      if (found !== undefined) await acts.quote(found.address, found.comment);
    }),
    "triptych.issues.editComment": on(commentOrNothing, async (given) => {
      const mayChange = (thread: ThreadAddress, comment: Comment) => services.access.mayChange(thread, comment);
      const found = given.subject ?? (await asking.comment(mayChange, focused()));
      if (found !== undefined) await acts.edit(found.address, found.comment);
    }),
    "triptych.issues.deleteComment": on(commentOrNothing, async (given) => {
      const mayDelete = (thread: ThreadAddress, comment: Comment) => services.access.mayDelete(thread, comment);
      const found = given.subject ?? (await asking.comment(mayDelete, focused()));
      if (found !== undefined) await acts.remove(found.address, found.comment);
    }),
    "triptych.issues.copyLink": on(
      (given) => webPlace(given)?.address,
      async (url) => {
        await env.clipboard.writeText(url);
      },
    ),
    "triptych.issues.copyText": on(
      (given) => copyable(given) ?? draft(given),
      (given) => (given instanceof DraftSubject ? acts.copyDraft(given.place) : copyComment(given, services)),
    ),
    "triptych.issues.openDraft": on(
      (given) => draftOrNothing(given, draft),
      async (given) => {
        const found = given.subject ?? (await asking.draft());
        if (found !== undefined) await acts.openDraft(found.place);
      },
    ),
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

/** Returns the subject of the command, or undefined if it was run from the palette. Rejects any other argument. */
function threadOrNothing(
  given: unknown,
): { readonly thread: ThreadAddress | undefined; readonly comment: bigint | undefined } | undefined {
  const subject = getSubject(given);
  if (subject === undefined) return { thread: undefined, comment: undefined };
  if (subject instanceof ThreadSubject) return { thread: subject.address, comment: undefined };
  if (subject instanceof CommentSubject) return { thread: subject.address, comment: subject.comment.id };
  return undefined;
}

function commentOrNothing(given: unknown): { readonly subject: CommentSubject | undefined } | undefined {
  const subject = getSubject(given);
  if (subject === undefined || subject instanceof CommentSubject) return { subject };
  return undefined;
}

/** The address of a row's subject. Empty if the command was run from the palette. */
function webPlace(given: unknown): { readonly address: string | undefined } | undefined {
  const subject = getSubject(given);
  if (subject === undefined) return { address: undefined };
  if (subject instanceof RepositorySubject) {
    return { address: repositoryWebUrl(subject.address) };
  }
  if (subject instanceof ThreadSubject) {
    return { address: threadWebUrl(subject.address, subject.issue?.pull !== undefined) };
  }
  if (subject instanceof CommentSubject) {
    return { address: commentWebUrl(subject.address, subject.pull, subject.comment.id) };
  }
  const context = readContext(given);
  return context === undefined ? undefined : { address: contextAddress(context) };
}

function webAddress(services: UsedServices, thread: ThreadAddress | undefined): string | undefined {
  return thread === undefined ? undefined : threadWebUrl(thread, isPull(services, thread));
}

function contextAddress({ thread, comment, pull }: CommentContext): string {
  return comment === undefined ? threadWebUrl(thread, pull) : commentWebUrl(thread, pull, comment);
}

/** A comment of a row or of the panel. */
function copyable(given: unknown): CommentSubject | CommentContext | undefined {
  return subjectAs(given, CommentSubject) ?? readContext(given);
}

/** A draft. Empty if the command was run from the palette or the status bar. */
function draftOrNothing(
  given: unknown,
  draft: (given: unknown) => DraftSubject | undefined,
): { readonly subject: DraftSubject | undefined } | undefined {
  if (given === undefined) return { subject: undefined };
  const subject = draft(given);
  return subject === undefined ? undefined : { subject };
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

function isPull(services: UsedServices, thread: ThreadAddress): boolean {
  return services.threads.at(thread).thread?.issue.pull !== undefined;
}
