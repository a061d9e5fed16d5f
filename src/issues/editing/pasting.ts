// Uploads files and images that are pasted or dropped into a comment, and inserts the links to them.
import {
  Disposable,
  DocumentDropEdit,
  DocumentDropOrPasteEditKind,
  DocumentPasteEdit,
  languages,
  Range,
  workspace,
  WorkspaceEdit,
  type DataTransfer,
  type DocumentDropEditProvider,
  type DocumentPasteEditProvider,
  type Position,
  type TextDocument,
  type Uri,
} from "vscode";
import { l10n } from "../../workbench/text/l10n.ts";
import type { Shared } from "../../workbench/shared.ts";
import { Problem } from "../../base/problem.ts";
import { describeProblem } from "../../workbench/problems.ts";
import type { NewFile } from "../model/entities.ts";
import { attachmentLink } from "../model/attachment.ts";
import { formatHost } from "../model/address.ts";
import { COMMENT_SCHEME, samePlace, type Place } from "../writing/place.ts";
import type { NotUploaded, Uploads } from "./uploads.ts";

const KIND = DocumentDropOrPasteEditKind.Empty.append("triptych", "attachment");

/** A file being uploaded. Its placeholder marks the place of its link in the text. */
interface Upload {
  readonly uri: Uri;
  readonly place: Place;
  readonly file: NewFile;
  readonly placeholder: string;
  started: boolean;
}

/** Inserts a placeholder for each file, and replaces it with the link when the upload is done. */
export class PasteUploads implements DocumentPasteEditProvider, DocumentDropEditProvider, Disposable {
  readonly #shared: Pick<Shared, "dialogs" | "now">;
  readonly #sender: Uploads;
  readonly #getPlace: (uri: Uri) => Place | undefined;
  readonly #uploads = new Set<Upload>();
  readonly #own: Disposable;
  #count = 0;

  constructor(shared: Pick<Shared, "dialogs" | "now">, uploads: Uploads, getPlace: (uri: Uri) => Place | undefined) {
    this.#shared = shared;
    this.#sender = uploads;
    this.#getPlace = getPlace;
    const types = ["files", "image/*"];
    this.#own = Disposable.from(
      languages.registerDocumentPasteEditProvider({ scheme: COMMENT_SCHEME }, this, {
        providedPasteEditKinds: [KIND],
        pasteMimeTypes: types,
      }),
      languages.registerDocumentDropEditProvider({ scheme: COMMENT_SCHEME }, this, {
        providedDropEditKinds: [KIND],
        dropMimeTypes: types,
      }),
      // VS Code may offer an edit without applying it, so nothing is uploaded before the placeholder is in the text.
      workspace.onDidChangeTextDocument(({ document }) => this.#begin(document)),
    );
  }

  /** Whether a file is still being uploaded for the draft. */
  isUnderWay(place: Place): boolean {
    return [...this.#uploads].some((upload) => upload.started && samePlace(upload.place, place));
  }

  async provideDocumentPasteEdits(
    document: TextDocument,
    _ranges: readonly Range[],
    data: DataTransfer,
  ): Promise<DocumentPasteEdit[] | undefined> {
    const text = await this.#placeholders(document, data);
    return text === undefined ? undefined : [new DocumentPasteEdit(text, l10n.t("Upload as Attachment"), KIND)];
  }

  async provideDocumentDropEdits(
    document: TextDocument,
    _position: Position,
    data: DataTransfer,
  ): Promise<DocumentDropEdit | undefined> {
    const text = await this.#placeholders(document, data);
    return text === undefined ? undefined : new DocumentDropEdit(text, l10n.t("Upload as Attachment"), KIND);
  }

  dispose(): void {
    this.#own.dispose();
  }

  /** The placeholder text until the files are uploaded. Undefined without files. */
  async #placeholders(document: TextDocument, data: DataTransfer): Promise<string | undefined> {
    const place = this.#getPlace(document.uri);
    if (place === undefined) return undefined;
    const placeholders: string[] = [];
    for (const [type, item] of data) {
      const found = item.asFile();
      if (found === undefined) continue;
      const file = { name: nameFor(found.name, type), type, content: await found.data() };
      placeholders.push(this.#expect(document.uri, place, file));
    }
    return placeholders.length === 0 ? undefined : placeholders.join("\n");
  }

  #expect(uri: Uri, place: Place, file: NewFile): string {
    this.#count += 1;
    // An HTML comment: if it is sent by mistake, no one sees a broken link.
    const placeholder = `<!-- ${l10n.t("Uploading {0} ({1})…", escapeName(file.name), String(this.#count))} -->`;
    this.#uploads.add({ uri, place, file, placeholder, started: false });
    return placeholder;
  }

  #begin(document: TextDocument): void {
    if (document.uri.scheme !== COMMENT_SCHEME) return;
    for (const upload of this.#uploads) {
      if (upload.started || upload.uri.toString() !== document.uri.toString()) continue;
      if (!document.getText().includes(upload.placeholder)) continue;
      upload.started = true;
      void this.#upload(upload);
    }
  }

  async #upload(upload: Upload): Promise<void> {
    const { file, place } = upload;
    const done = await this.#sender.send(place, file);
    this.#uploads.delete(upload);
    if (!("why" in done)) {
      await replace(upload, attachmentLink({ name: file.name, uuid: done.uuid }, file.type));
      return;
    }
    const isUnsure = done.why === "problem" && done.problem.facts.wrote === "unknown";
    const words = isUnsure
      ? l10n.t("The upload of {0} could not be confirmed.", file.name)
      : l10n.t("{0} was not uploaded.", file.name);
    const left = `<!-- ${escapeName(words)} -->`;
    await replace(upload, left);
    const uploadAgain = async (): Promise<void> => {
      const placeholder = this.#expect(upload.uri, place, file);
      await replace({ uri: upload.uri, placeholder: left }, placeholder);
    };
    const retry = done.why === "problem" ? [{ label: l10n.t("Retry"), run: uploadAgain }] : [];
    void this.#shared.dialogs.message("error", `${words} ${this.#sentence(done, upload)}`, retry);
  }

  #sentence(done: NotUploaded, { place }: Upload): string {
    const host = formatHost(place.repository.base);
    switch (done.why) {
      case "disabled":
        return l10n.t("{0} does not allow attachments.", host);
      case "empty":
        return l10n.t("The file is empty.");
      case "tooLarge":
        return l10n.t("{0} allows files up to {1} MB.", host, String(done.rules.megabytes));
      case "tooMany":
        return l10n.t("{0} allows at most {1} files in a comment.", host, String(done.rules.files));
      case "type":
        return l10n.t("{0} does not allow this file type. Allowed: {1}.", host, done.rules.types.join(", "));
      case "otherRepository":
        return l10n.t("This name now belongs to a different repository.");
      case "problem":
        return done.problem.kind === "forbidden" && place.id === undefined
          ? l10n.t("Attaching files to an unposted comment requires write access, or being the author of the issue.")
          : describeProblem(withoutDoubt(done.problem), this.#shared.now()).sentence;
    }
  }
}

/** The message starts with the doubt, so its second sentence doesn't repeat it. */
function withoutDoubt({ kind, facts }: Problem): Problem {
  return new Problem(kind, { ...facts, wrote: "no" });
}

/** Replaces the placeholder by the text, unless the placeholder was deleted. */
async function replace({ uri, placeholder }: Pick<Upload, "uri" | "placeholder">, text: string): Promise<void> {
  const document = workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
  const at = document?.getText().indexOf(placeholder) ?? -1;
  if (document === undefined || at < 0) return;
  const edit = new WorkspaceEdit();
  edit.replace(uri, new Range(document.positionAt(at), document.positionAt(at + placeholder.length)), text);
  await workspace.applyEdit(edit);
}

/** An image copied from the screen has no name. */
function nameFor(name: string, type: string): string {
  return name === "" ? `image.${type.split("/")[1] ?? "png"}` : name;
}

/** Must not end the HTML comment that encloses it. */
function escapeName(name: string): string {
  return name.replaceAll(/[<>]|--/g, "_");
}
