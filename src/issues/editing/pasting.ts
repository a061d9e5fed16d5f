// Uploads files and images that are pasted or dropped into a comment or the description of an issue, and inserts the
// links to them. If an upload fails, the text is again what the user typed.
import {
  Disposable,
  DocumentDropEdit,
  DocumentDropOrPasteEditKind,
  DocumentPasteEdit,
  languages,
  workspace,
  type DataTransfer,
  type DocumentDropEditProvider,
  type DocumentPasteEditProvider,
  type Position,
  type Range,
  type TextDocument,
  type Uri,
} from "vscode";
import { l10n } from "../../workbench/text/l10n.ts";
import { Emitter } from "../../workbench/events.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import { Problem } from "../../base/problem.ts";
import { describeProblem } from "../../workbench/problems.ts";
import type { NewFile } from "../model/entities.ts";
import { COMMENT_SCHEME, ISSUE_SCHEME } from "../model/file-schemes.ts";
import { attachmentLink } from "../model/attachment.ts";
import { formatHost } from "../model/address.ts";
import { getText } from "../writing/drafts/draft.ts";
import type { Drafts } from "../writing/drafts/drafts.ts";
import { samePlace, type Place } from "../writing/drafts/place.ts";
import type { Documents } from "./documents.ts";
import type { NotUploaded, Uploads } from "./uploads.ts";

const KIND = DocumentDropOrPasteEditKind.Empty.append("triptych", "attachment");

/** No server has a lower limit for the size of files than this. */
const LARGE_BYTES = 1024 * 1024;

/** An upload, and its placeholder in the text, which the link replaces. */
interface Upload {
  readonly place: Place;
  readonly file: NewFile;
  /** Why the file was not even loaded. */
  readonly refused: NotUploaded | undefined;
  readonly placeholder: string;
  /** Cancels the upload. Undefined while it isn't running. */
  running: AbortController | undefined;
}

export interface PastingDependencies {
  readonly shared: Pick<Shared, "dialogs" | "now">;
  readonly uploads: Pick<Uploads, "refuseSize" | "send">;
  readonly drafts: Pick<Drafts, "get" | "onDidChange">;
  readonly documents: Pick<Documents, "getPlace" | "insert" | "read" | "replace">;
}

/** Inserts a placeholder for each file, and replaces it with the link when the upload is done. */
export class PasteUploads implements DocumentPasteEditProvider, DocumentDropEditProvider, Disposable {
  readonly #dependencies: PastingDependencies;
  readonly #uploads = new Set<Upload>();
  readonly #disposables: Disposable;
  readonly #replaced = new Emitter<{ readonly place: Place; readonly from: string; readonly to: string }>();
  /** A placeholder became a link, or was removed. */
  readonly onDidReplace = this.#replaced.event;
  #count = 0;

  constructor(dependencies: PastingDependencies) {
    this.#dependencies = dependencies;
    const types = ["files", "image/*"];
    const schemes = [{ scheme: COMMENT_SCHEME }, { scheme: ISSUE_SCHEME }];
    this.#disposables = Disposable.from(
      languages.registerDocumentPasteEditProvider(schemes, this, {
        providedPasteEditKinds: [KIND],
        pasteMimeTypes: types,
      }),
      languages.registerDocumentDropEditProvider(schemes, this, {
        providedDropEditKinds: [KIND],
        dropMimeTypes: types,
      }),
      // VS Code may request an edit without applying it, so the upload starts when the placeholder appears in the text.
      workspace.onDidChangeTextDocument(({ document }) => this.#updateUploads(document)),
      workspace.onDidCloseTextDocument(() => void this.#cancelDiscarded()),
      dependencies.drafts.onDidChange(() => void this.#cancelDiscarded()),
    );
  }

  /** Returns why the draft can't be sent yet: an upload is in progress, or a reload interrupted one. */
  async findFault(place: Place): Promise<"uploading" | "notUploaded" | undefined> {
    const isRunning = ({ running }: Upload): boolean => running?.signal.aborted === false;
    if ([...this.#uploads].some((upload) => isRunning(upload) && samePlace(upload.place, place))) return "uploading";
    const draft = await this.#dependencies.drafts.get(place);
    if (draft === undefined) return undefined;
    // A placeholder that was already posted doesn't block further edits.
    const isPosted = (placeholder: string): boolean => draft.opened?.body.includes(placeholder) === true;
    return findPlaceholders(getText(draft)).every(isPosted) ? undefined : "notUploaded";
  }

  async provideDocumentPasteEdits(
    document: TextDocument,
    _ranges: readonly Range[],
    data: DataTransfer,
  ): Promise<DocumentPasteEdit[] | undefined> {
    const text = await this.#placeholders(document, data);
    if (text === undefined) return undefined;
    const edit = new DocumentPasteEdit(text, l10n.t("Upload as Attachment"), KIND);
    // Office programs copy a picture beside the text. For copied files, VS Code offers no text.
    edit.yieldTo = [DocumentDropOrPasteEditKind.Text];
    return [edit];
  }

  async provideDocumentDropEdits(
    document: TextDocument,
    _position: Position,
    data: DataTransfer,
  ): Promise<DocumentDropEdit | undefined> {
    const text = await this.#placeholders(document, data);
    return text === undefined ? undefined : new DocumentDropEdit(text, l10n.t("Upload as Attachment"), KIND);
  }

  /** Uploads a file that was pasted outside of an editor, into a text that has the placeholder. */
  async attach(place: Place, placeholder: string, file: Omit<NewFile, "content">, content?: Uint8Array): Promise<void> {
    const upload: Upload = {
      place,
      placeholder,
      running: undefined,
      file: { ...file, content: content ?? new Uint8Array() },
      refused: content === undefined ? { why: "unread" } : undefined,
    };
    this.#uploads.add(upload);
    await this.#upload(upload);
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  /** Returns the placeholders for the files in the data. Undefined without files. */
  async #placeholders(document: TextDocument, data: DataTransfer): Promise<string | undefined> {
    const place = this.#dependencies.documents.getPlace(document.uri);
    // Servers attach files to an issue only once it exists.
    if (place?.number === undefined) return undefined;
    // Edits that were requested earlier but not applied, or undone, can no longer appear in the text.
    for (const upload of this.#uploads) {
      if (upload.running === undefined && this.#isIn(document, upload)) this.#uploads.delete(upload);
    }
    const placeholders: string[] = [];
    for (const [type, item] of data) {
      const found = item.asFile();
      if (found === undefined) continue;
      const size = await readSize(found.uri);
      const refused = await this.#refuseUnread(place, size);
      // A file without a size is empty, or one of the system that never ends.
      const content = refused === undefined && size !== 0 ? await found.data() : new Uint8Array();
      placeholders.push(this.#addUpload(document, place, { name: nameFor(found.name, type), type, content }, refused));
    }
    return placeholders.length === 0 ? undefined : placeholders.join("\n");
  }

  /** Returns why a file is too large, as loading it could exhaust the memory. */
  async #refuseUnread(place: Place, size: number | undefined): Promise<NotUploaded | undefined> {
    return size !== undefined && size > LARGE_BYTES
      ? await this.#dependencies.uploads.refuseSize(place, size)
      : undefined;
  }

  /** Returns the placeholder of a new upload. */
  #addUpload(document: TextDocument, place: Place, file: NewFile, refused: NotUploaded | undefined): string {
    const placeholder = this.#newPlaceholder(document.getText(), file.name);
    this.#uploads.add({ place, file, refused, placeholder, running: undefined });
    return placeholder;
  }

  /** Returns another placeholder than those in the text, which a reload may have interrupted. */
  #newPlaceholder(text: string, name: string, suffix = ""): string {
    let placeholder: string;
    do {
      this.#count += 1;
      placeholder = formatPlaceholder(escapeName(name), `${this.#count}${suffix}`);
    } while (text.includes(placeholder));
    return placeholder;
  }

  /** Starts uploads whose placeholders appear in the text, and cancels those whose placeholders are gone. */
  #updateUploads(document: TextDocument): void {
    for (const upload of this.#uploads) {
      if (!this.#isIn(document, upload)) continue;
      if (document.getText().includes(upload.placeholder)) void this.#upload(upload);
      else upload.running?.abort();
    }
  }

  /** Cancels uploads without an editor whose drafts were discarded, or no longer have the placeholder. */
  async #cancelDiscarded(): Promise<void> {
    for (const upload of this.#uploads) {
      const { running } = upload;
      if (running === undefined || this.#findDocument(upload) !== undefined) continue;
      const draft = await this.#dependencies.drafts.get(upload.place);
      const isKept = draft !== undefined && getText(draft).includes(upload.placeholder);
      if (!isKept && this.#findDocument(upload) === undefined) running.abort();
    }
  }

  async #upload(upload: Upload): Promise<void> {
    if (upload.running !== undefined) return;
    const running = new AbortController();
    upload.running = running;
    const { shared, uploads } = this.#dependencies;
    const { file, place, placeholder } = upload;
    const done = upload.refused ?? (await uploads.send(place, file, running.signal));
    if (!("why" in done)) {
      const link = attachmentLink({ name: file.name, uuid: done.uuid }, file.type);
      await this.#replace(place, placeholder, link).finally(() => this.#uploads.delete(upload));
      return;
    }
    if (running.signal.aborted) {
      upload.running = undefined;
      // The placeholder may be back already, for example if the user has undone its deletion.
      const document = this.#findDocument(upload);
      if (document === undefined) this.#uploads.delete(upload);
      else this.#updateUploads(document);
      return;
    }
    this.#uploads.delete(upload);
    const isUnsure = done.why === "problem" && done.problem.facts.wrote === "unknown";
    const summary = isUnsure
      ? l10n.t("The upload of {0} could not be confirmed.", file.name)
      : l10n.t("{0} was not uploaded.", file.name);
    const { documents } = this.#dependencies;
    const [before = ""] = (await documents.read(place)).split(placeholder);
    await this.#replace(place, placeholder, "");
    const uploadAgain = async (): Promise<void> => {
      // The panel removes the first placeholder from whatever the user types in its box.
      const again = this.#newPlaceholder(await documents.read(place), file.name, ".2");
      const next = { ...upload, placeholder: again, running: undefined };
      this.#uploads.add(next);
      if (await documents.insert(place, before, again)) await this.#upload(next);
      else this.#uploads.delete(next);
    };
    const retry = done.why === "problem" ? [{ label: l10n.t("Retry"), run: uploadAgain }] : [];
    void shared.dialogs.message("error", `${summary} ${this.#explain(done, upload)}`, retry);
  }

  async #replace(place: Place, from: string, to: string): Promise<boolean> {
    const isReplaced = await this.#dependencies.documents.replace(place, from, to);
    this.#replaced.fire({ place, from, to });
    return isReplaced;
  }

  #findDocument(upload: Upload): TextDocument | undefined {
    return workspace.textDocuments.find((document) => this.#isIn(document, upload));
  }

  #isIn(document: TextDocument, { place }: Upload): boolean {
    const found = this.#dependencies.documents.getPlace(document.uri);
    return found !== undefined && samePlace(found, place);
  }

  #explain(done: NotUploaded, { place }: Upload): string {
    const host = formatHost(place.repository.base);
    switch (done.why) {
      case "disabled":
        return l10n.t("{0} does not allow attachments.", host);
      case "empty":
        return l10n.t("The file is empty.");
      case "tooLarge":
        return l10n.t("{0} allows files up to {1} MB.", host, String(done.rules.megabytes));
      case "tooMany":
        return l10n.plural(
          done.rules.files,
          "{1} allows at most {0} file in a comment.",
          "{1} allows at most {0} files in a comment.",
          host,
        );
      case "type":
        return l10n.t("{0} does not allow this file type. Allowed: {1}.", host, done.rules.types.join(", "));
      case "otherRepository":
        return l10n.t("This name now belongs to a different repository.");
      case "unread":
        return l10n.t("Paste it in the editor instead.");
      case "problem":
        return done.problem.kind === "forbidden" && place.kind === "newComment"
          ? l10n.t("Attaching files to an unposted comment requires write access, or being the author of the issue.")
          : describeProblem(withoutDoubt(done.problem), this.#dependencies.shared.now()).sentence;
    }
  }
}

/** Returns the size of a file. Undefined if it isn't known: browsers don't reveal where a file is. */
async function readSize(uri: Uri | undefined): Promise<number | undefined> {
  if (uri === undefined) return undefined;
  return await workspace.fs.stat(uri).then(
    ({ size }) => size,
    () => undefined,
  );
}

/** Drops the doubt about the write, which the message's first sentence already states. */
function withoutDoubt({ kind, facts }: Problem): Problem {
  return new Problem(kind, { ...facts, wrote: "no" });
}

/** Returns an HTML comment: if it is sent by mistake, no one sees a broken link. */
function formatPlaceholder(name: string, count: string): string {
  return `<!-- ${l10n.t("Uploading {0} ({1})…", name, count)} -->`;
}

/** Returns all placeholders in a text. */
function findPlaceholders(text: string): readonly string[] {
  const [begin = "", end = ""] = formatPlaceholder("@", "@").split(/@.*@/);
  const comments = text.match(/<!-- [^<>]* -->/g) ?? [];
  return comments.filter((comment) => comment.startsWith(begin) && comment.endsWith(end));
}

/** Names a file without a name, such as a copied screenshot. */
function nameFor(name: string, type: string): string {
  return name === "" ? `image.${type.split("/")[1] ?? "png"}` : name;
}

/** Keeps a name from ending the HTML comment around it. */
function escapeName(name: string): string {
  return name.replaceAll(/[<>]|--/g, "_");
}
