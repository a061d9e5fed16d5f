// Builds everything but the rows of the wing on first use, and connects the parts.
import { Disposable, type Uri } from "vscode";
import { asProblem } from "../base/problem.ts";
import { l10n } from "../workbench/text/l10n.ts";
import type { Shared } from "../workbench/shared.ts";
import type { Wing as AnyWing } from "../workbench/wing.ts";
import { commandTable } from "./commands.ts";
import { offerCompletion } from "./editing/completion/completion.ts";
import { Conflicts } from "./editing/conflicts.ts";
import { Documents } from "./editing/documents.ts";
import { DraftCommands } from "./editing/draft-commands.ts";
import { offerHeadCompletion } from "./editing/completion/head-completion.ts";
import { offerLenses } from "./editing/lenses.ts";
import { showDraftBadges } from "./editing/draft-badges.ts";
import { MergeEditor } from "./editing/merge-editor.ts";
import { PasteUploads } from "./editing/pasting.ts";
import { mentionDetails } from "./references/mention-details.ts";
import type { MentionParts } from "./references/mention-resolver.ts";
import type { Issue } from "./model/entities.ts";
import type { RepositoryAddress, ThreadAddress } from "./model/address.ts";
import { ThreadPanels } from "./thread-panel/panels.ts";
import { updateTitleMenu } from "./thread-panel/menus.ts";
import { Permission } from "./repositories/permission.ts";
import { SignIn } from "./repositories/accounts/sign-in.ts";
import { IssueCommands } from "./triage/issue-commands.ts";
import { ShareReceiver } from "./references/share-receiver.ts";
import { RepositoryPicker } from "./repository-picker.ts";
import { SubjectPicker } from "./subject-picker.ts";
import type { Rows } from "./wing-rows.ts";
import { getThread, type Place } from "./writing/place.ts";

export interface Wing extends AnyWing {
  readonly documents: Documents;
  readonly mergeEditor: MergeEditor;
  readonly mentions: MentionParts;
  readonly signIn: SignIn;
  readonly shareReceiver: ShareReceiver;
}

export function build(shared: Shared, rows: Rows): Wing {
  const { remotes, services, freshness, reload } = rows;
  const { writing } = services;
  const { drafts, present } = writing;
  const documents = new Documents({
    ...{ drafts, present, onDidRename: services.repositoryNames.onDidRename },
    getAuthor: (thread) => services.threads.at(thread).thread?.issue.author?.login,
    failed: (error) => {
      shared.problems.notify(asProblem(error), {}, l10n.t("Your draft is only in its editor, not on the disk yet."));
    },
  });
  const getPlace = (uri: Uri): Place | undefined => documents.getPlace(uri);
  const signIn = new SignIn(shared, services);
  const pasteUploads = new PasteUploads({ shared, drafts, documents, uploads: services.uploads });
  const mergeEditor = new MergeEditor(services.merges, shared);
  const conflicts = new Conflicts({
    ...{ dialogs: shared.dialogs, drafts, documents, mergeEditor, present },
    load: (place) => services.writing.load(place),
  });
  const lenses = offerLenses({ drafts, getPlace, now: shared.now });
  const editors = [
    lenses,
    showDraftBadges({ drafts, getPlace, now: shared.now }),
    offerCompletion({
      ...{ getPlace, suggestions: services.suggestions },
      known: (thread) => services.threads.knownComments(thread)?.values ?? [],
      emojiAt: (base) => services.emoji.at(base),
    }),
    offerHeadCompletion({ getPlace, choices: (repository) => services.choices.recent(repository) }),
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
      ...{ dialogs: shared.dialogs, access: services.access, now: shared.now, signIn: (base) => signIn.add(base) },
      issueAt: (thread) => services.threads.at(thread).thread?.issue,
    }),
    signIn: (base: string) => signIn.add(base),
    refresh: async (thread: ThreadAddress) => {
      if (services.threads.at(thread).thread !== undefined) await services.threads.readAgain(thread);
    },
    changed: (thread: ThreadAddress) => {
      services.issueCache.forget(thread);
      reload();
    },
  };
  const issues = new IssueCommands({ ...forIssues, changes: services.changes, choices: services.choices });
  const draftCommands = new DraftCommands({
    ...forIssues,
    ...{ writing, documents, conflicts },
    findUploadFault: (place) => pasteUploads.findFault(place),
  });
  const panels = new ThreadPanels({ shared, services, draftCommands, issues, pasting: pasteUploads });
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
    ...{
      shared,
      services,
      draftCommands,
      conflicts,
      issues,
      signIn,
      subjectPicker,
      repositoryPicker,
      shareReceiver,
      focused,
      getPlace,
    },
    refresh: reload,
    redraw: redrawLists,
  });
  const subscriptions = Disposable.from(
    shared.settings.onDidChange((id) => {
      if (id === "triptych.timeZone") lenses.refresh();
    }),
    updateTitleMenu(shared.panels, services, focused),
    writing.overwrites.onDidFind((place) => {
      void conflicts.offer(place, draftCommands);
      const thread = getThread(place);
      if (thread !== undefined) void forIssues.refresh(thread);
    }),
    draftCommands.onDidShow(({ thread, comment }) => panels.show(thread, comment)),
  );
  freshness.checkInbox();
  void services.discovery.recognizeRemotes();
  const mentions = mentionDetails(services, remotes, { now: shared.now, show: (thread) => panels.show(thread) });
  return {
    documents,
    mergeEditor,
    mentions,
    signIn,
    shareReceiver,
    commands,
    panels: { "triptych.thread": shared.panels.serializer(panels.kind) },
    dispose: () => {
      for (const disposable of [subscriptions, ...editors, draftCommands]) disposable.dispose();
    },
  };
}
