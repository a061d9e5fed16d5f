// Shows code lenses above a draft: what it is or why it was not sent, and the available actions.
import { Disposable, languages, Range, type CodeLens, type TextDocument, type Uri } from "vscode";
import { sendKeys } from "../../base/format.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import type { CommandId } from "../../workbench/commands.ts";
import { LensChanges } from "../../workbench/references/lens-changes.ts";
import { withIcon, type Label } from "../../workbench/text/label.ts";
import { codeLens } from "../../workbench/vscode-objects.ts";
import { format } from "../../workbench/text/format.ts";
import { fullName } from "../model/address.ts";
import { isUnsent, waitsForServer, type Draft, type Failure } from "../writing/drafts/draft.ts";
import type { Drafts } from "../writing/drafts/drafts.ts";
import { COMMENT_SCHEME, ISSUE_SCHEME } from "../model/file-schemes.ts";
import { isIssue, type Place } from "../writing/drafts/place.ts";
import {
  canPostAsNew,
  documentTitle,
  failureSentence,
  wordingForKind,
  toProblem,
  refusalReason,
} from "./draft-text.ts";

export interface LensDependencies {
  readonly drafts: Drafts;
  readonly getPlace: (uri: Uri) => Place | undefined;
  readonly now: () => number;
}

const SEND: CommandId = "triptych.issues.sendDraft";

type Lens = (title: string | Label, command?: CommandId) => CodeLens;

/** Call `refresh` to format the times again after the time zone changed. */
export function offerLenses({ drafts, getPlace, now }: LensDependencies) {
  const changes = new LensChanges();
  const provideCodeLenses = async ({ uri }: Pick<TextDocument, "uri">): Promise<CodeLens[]> => {
    const place = getPlace(uri);
    if (place === undefined) return [];
    const draft = await drafts.get(place);
    const top = new Range(0, 0, 0, 0);
    const lens: Lens = (title, command) => codeLens(top, title, command, uri);
    const wording = wordingForKind(place.kind);
    const discard = lens(withIcon("discard", wording.discard), "triptych.issues.discardDraft");
    if (draft?.failure !== undefined) {
      const why = describeFailure(draft, draft.failure, now());
      return [lens(withIcon("warning", why)), ...remedies(draft, lens), discard];
    }
    const title = describeDocument(place, draft);
    const send = lens(withIcon("send", l10n.t("{0} ({1})", wording.send, SEND_KEYS)), SEND);
    const saved = draft !== undefined && isUnsent(draft) ? [lens(describeSaved(draft, now()))] : [];
    const submit =
      place.kind === "reviewComment"
        ? [lens(withIcon("checklist", l10n.t("Submit Review…")), "triptych.issues.submitReview")]
        : [];
    return [lens(title), send, ...submit, discard, ...saved];
  };
  const provider = { onDidChangeCodeLenses: changes.event, provideCodeLenses };
  const owned = Disposable.from(
    changes,
    drafts.onDidChange(() => changes.announce()),
    languages.registerCodeLensProvider([{ scheme: COMMENT_SCHEME }, { scheme: ISSUE_SCHEME }], provider),
  );
  return { provideCodeLenses, refresh: () => changes.announce(), dispose: () => void owned.dispose() };
}

function describeDocument(place: Place, draft: Draft | undefined): string {
  const repository = fullName(place.repository);
  if (place.kind === "newPull") return l10n.t("New pull request in {0}", repository);
  return place.kind === "newIssue" ? l10n.t("New issue in {0}", repository) : documentTitle(place, draft);
}

function describeFailure(draft: Draft, failure: Failure, now: number): string {
  const { place } = draft;
  const reason = refusalReason(failure.why, toProblem(failure, place), now);
  if (waitsForServer(draft)) return l10n.t("Not sent: {0}. Will retry automatically", reason);
  return isIssue(place) && failure.why !== "conflict"
    ? l10n.t("Not sent. {0}", failureSentence(failure, place, now))
    : l10n.t("Not sent: {0}", reason);
}

/** The key binding of the send commands, as VS Code writes it. */
const SEND_KEYS = sendKeys(process.platform);

function describeSaved({ keptAt }: Draft, now: number): string {
  return l10n.t("Draft saved {0}", format.clockTime(keptAt, now));
}

function remedies({ failure, place }: Draft, lens: Lens): readonly CodeLens[] {
  const copy = lens(withIcon("copy", l10n.t("Copy Text")), "triptych.copy");
  if (failure?.why === "conflict") {
    return [
      lens(withIcon("git-merge", l10n.t("Compare and Merge")), "triptych.issues.mergeChanges"),
      lens(l10n.t("Overwrite…"), "triptych.issues.keepMine"),
      lens(l10n.t("Discard My Changes…"), "triptych.issues.discardDraft"),
    ];
  }
  if (failure !== undefined && canPostAsNew(place, failure.why)) {
    return [lens(withIcon("comment", l10n.t("Post as New Comment")), "triptych.issues.postAsNew"), copy];
  }
  return [lens(withIcon("refresh", l10n.t("Try Again")), SEND), copy];
}
