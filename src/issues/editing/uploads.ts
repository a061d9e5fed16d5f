// Uploads files as attachments of the edited comment, or of the issue while a new comment isn't posted yet.
import { LruMap } from "../../base/lru.ts";
import { asProblem, type Problem } from "../../base/problem.ts";
import type { Forge } from "../api/forge.ts";
import type { Attachment, AttachmentRules, Comment, NewFile } from "../model/entities.ts";
import type { RepositoryAddress, ThreadAddress } from "../model/address.ts";
import { attachmentsIn, isTooLarge, uploadFault, type UploadFault } from "../model/attachment.ts";
import { getText } from "../writing/drafts/draft.ts";
import type { Drafts } from "../writing/drafts/drafts.ts";
import type { RepositoryIdentity } from "../repositories/repository-identity.ts";
import { placeKey, getThread, type Place } from "../writing/drafts/place.ts";

/** Why a file was not attached: the server's rules forbid it, a page could not load it, or the upload failed. */
export type NotUploaded =
  | { readonly why: UploadFault; readonly rules: AttachmentRules }
  | { readonly why: "otherRepository" | "unread" }
  | { readonly why: "problem"; readonly problem: Problem };

export interface UploadsDependencies {
  readonly drafts: Drafts;
  readonly identity: RepositoryIdentity;
  readonly apiAt: (address: RepositoryAddress) => Forge;
  /** The comments of a thread as last loaded. */
  readonly known: (thread: ThreadAddress) => readonly Comment[];
}

/** For servers that don't report their rules: any upload is tried. */
const UNKNOWN: AttachmentRules = { enabled: true, types: [], megabytes: 0, files: 0 };

/** The number of servers whose rules are cached, and of drafts whose attachments are remembered. */
const MAX_SERVERS = 20;
const MAX_DRAFTS = 100;

export class Uploads {
  readonly #dependencies: UploadsDependencies;
  readonly #rules = new LruMap<string, AttachmentRules>(MAX_SERVERS);
  /** The recent attachments of each draft, whose text may not contain the links yet. */
  readonly #attached = new LruMap<string, Set<string>>(MAX_DRAFTS);
  /** The number of uploads in progress, by draft. */
  readonly #inProgress = new Map<string, number>();

  constructor(dependencies: UploadsDependencies) {
    this.#dependencies = dependencies;
    dependencies.drafts.onDidChange(({ place }) => void this.#forgetGone(place));
  }

  /** Returns why a file of this size can't be uploaded, before the file is loaded. */
  async refuseSize({ repository }: Place, size: number): Promise<NotUploaded | undefined> {
    this.#rules.delete(repository.base);
    const rules = await this.#rulesAt(repository, this.#dependencies.apiAt(repository)).catch(() => UNKNOWN);
    return isTooLarge(rules, size) ? { why: "tooLarge", rules } : undefined;
  }

  async send(place: Place, file: NewFile, signal?: AbortSignal): Promise<Attachment | NotUploaded> {
    const key = placeKey(place);
    try {
      const { base } = place.repository;
      const api = this.#dependencies.apiAt(place.repository);
      const isCached = this.#rules.peek(base) !== undefined;
      const [rules, attached] = await Promise.all([this.#rulesAt(place.repository, api), this.#findAttached(place)]);
      const inProgress = this.#inProgress.get(key) ?? 0;
      const fault = uploadFault(rules, file, attached.size + inProgress);
      if (fault !== undefined && isCached) {
        // The rules may have changed since they were loaded.
        this.#rules.delete(base);
        return await this.send(place, file, signal);
      }
      if (fault !== undefined) return { why: fault, rules };
      this.#inProgress.set(key, inProgress + 1);
      try {
        const sent = await this.#upload(place, api, file, signal);
        if (!("why" in sent)) this.#attached.set(key, (this.#attached.get(key) ?? new Set()).add(sent.uuid));
        return sent;
      } finally {
        const remaining = (this.#inProgress.get(key) ?? 1) - 1;
        if (remaining > 0) this.#inProgress.set(key, remaining);
        else this.#inProgress.delete(key);
      }
    } catch (error) {
      return { why: "problem", problem: asProblem(error) };
    }
  }

  async #upload(
    place: Place,
    api: Forge,
    file: NewFile,
    signal: AbortSignal | undefined,
  ): Promise<Attachment | NotUploaded> {
    const thread = getThread(place);
    const found = thread === undefined ? undefined : await this.#dependencies.identity.issue(api, thread);
    if (found === undefined) return { why: "otherRepository" };
    return isPosted(place)
      ? await api.attachments.toComment(found.thread, place.id, file, { signal })
      : await api.attachments.toIssue(found.thread, found.thread.number, file, { signal });
  }

  /** Returns the attachments that the posted comment has, or that its draft links to. */
  async #findAttached(place: Place): Promise<ReadonlySet<string>> {
    const { drafts, known } = this.#dependencies;
    const thread = getThread(place);
    const written = await drafts.get(place);
    const comments = thread === undefined || !isPosted(place) ? [] : known(thread);
    const comment = comments.find(({ id }) => id === place.id);
    return new Set([
      ...(written === undefined ? [] : attachmentsIn(getText(written))),
      ...(comment?.attachments.map(({ uuid }) => uuid) ?? []),
      ...(this.#attached.get(placeKey(place)) ?? []),
    ]);
  }

  /** Forgets the attachments of a sent or discarded draft: the next comment at its place starts without any. */
  async #forgetGone(place: Place): Promise<void> {
    const key = placeKey(place);
    if (this.#attached.peek(key) === undefined) return;
    if ((await this.#dependencies.drafts.get(place)) === undefined) this.#attached.delete(key);
  }

  async #rulesAt({ base }: RepositoryAddress, api: Forge): Promise<AttachmentRules> {
    const known = this.#rules.get(base);
    if (known !== undefined) return known;
    const rules = await api.attachments.rules().catch((error: unknown) => {
      const problem = asProblem(error);
      if (problem.kind !== "notFound" && problem.kind !== "forbidden") throw problem;
      return UNKNOWN;
    });
    this.#rules.set(base, rules);
    return rules;
  }
}

function isPosted(place: Place): place is Place & { readonly id: bigint } {
  return place.kind === "comment" && place.id !== undefined;
}
