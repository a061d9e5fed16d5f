// Submits and discards the user's reviews of pull requests.
import type { Account } from "../../../workbench/accounts/accounts.ts";
import type { Shared } from "../../../workbench/wings/shared.ts";
import { l10n } from "../../../workbench/text/l10n.ts";
import type { DraftCommands } from "../../editing/draft-commands.ts";
import type { Documents } from "../../editing/documents.ts";
import { describeComment } from "../../editing/draft-text.ts";
import type { Forge } from "../../api/forge.ts";
import type { ThreadAddress } from "../../model/address.ts";
import { formatPull, sameLogin } from "../../model/entities.ts";
import type { PullDetails } from "../../model/pull.ts";
import type { Review, ReviewComment } from "../../model/review.ts";
import { listReviews } from "../../thread/read-reviews.ts";
import { getText } from "../../writing/drafts/draft.ts";
import { places, threadAt, type Place } from "../../writing/drafts/place.ts";
import type { SentReview } from "../../writing/drafts/review-text.ts";
import { findPending, isLeftover } from "../../writing/targets/review-target.ts";
import type { PendingComment, PendingReviews } from "../store/pending-reviews.ts";
import { followHead } from "../store/follow-head.ts";
import { openAllChanges } from "../files/pull-files.ts";
import { askAboutOutdated, askAboutPending, askForText, askForVerdict, confirmReview } from "./review-questions.ts";
import type { Access } from "../../repositories/access.ts";
import type { PullHeads } from "../store/pull-heads.ts";
import type { Pulls } from "../store/pulls.ts";
import type { Servers } from "../../repositories/servers.ts";
import type { Writing } from "../../writing/writing.ts";

export interface ReviewActionDependencies {
  readonly shared: Pick<Shared, "dialogs">;
  readonly services: {
    readonly access: Access;
    readonly pendingReviews: PendingReviews;
    readonly pullHeads: PullHeads;
    readonly pulls: Pulls;
    readonly servers: Servers;
    readonly writing: Writing;
  };
  readonly documents: Pick<Documents, "open" | "save">;
  readonly draftCommands: Pick<DraftCommands, "removeDrafts" | "send">;
  /** Asks for an account. Returns undefined if the user cancels. */
  readonly signIn: (base: string) => Promise<Account | undefined>;
  /** Reloads a thread if a panel shows it. */
  readonly refresh: (thread: ThreadAddress) => Promise<void>;
}

/** A pull request as it is on the server. */
interface Loaded {
  readonly api: Forge;
  readonly details: PullDetails;
  readonly reviews: readonly Review[];
}

/** What becomes of the user's pending review on the server. */
interface PendingDecision {
  /** Its comments and ID, if it is published together with the new one. */
  readonly published: { readonly id: bigint; readonly comments: readonly ReviewComment[] } | undefined;
}

export class ReviewActions {
  readonly #dependencies: ReviewActionDependencies;

  constructor(dependencies: ReviewActionDependencies) {
    this.#dependencies = dependencies;
  }

  /** Asks for a verdict, and sends the review with all its comments. */
  async submit(address: ThreadAddress): Promise<void> {
    const { documents, draftCommands, refresh, services, shared } = this.#dependencies;
    const { access, pendingReviews, writing } = services;
    const { dialogs } = shared;
    const place = places.review(address);
    const loaded = await this.#load(address);
    if (loaded === undefined) return;
    const { details } = loaded;
    for (const each of [place, ...(await pendingReviews.comments(address)).map((draft) => draft.place)])
      await documents.save(each);
    const comments = await this.#follow(address, details, await pendingReviews.comments(address), {
      mayLeaveOut: true,
    });
    if (comments === undefined) return;
    const draft = await writing.drafts.get(place);
    const sent = comments.map(toSentComment);
    const text = draft === undefined ? "" : getText(draft);
    const decision = await this.#decideOnPending(address, loaded, { body: text, comments: sent }, { mayPublish: true });
    if (decision === undefined) return;
    const { published } = decision;
    const isOwn = sameLogin(details.author?.login, access.loginAt(address));
    const review = { address, comments, details, isOwn, text };
    const chosen = await askForVerdict(dialogs, review);
    if (chosen === undefined) return;
    if (chosen.kind === "write") return await documents.open(place);
    if (chosen.kind === "denied") return void dialogs.message("warning", chosen.why);
    const { verdict } = chosen;
    const body = await askForText(dialogs, review, verdict, (typed) => void writing.drafts.storeUnsaved(place, typed));
    if (body === undefined) return;
    if (body !== text) await writing.drafts.save(place, body);
    const who = access.loginAt(address) ?? access.accountAt(address)?.name ?? "";
    const about = { pending: published?.comments, who };
    if (!(await confirmReview(dialogs, { ...review, text: body }, verdict, about))) return;
    const commit = details.head.commit;
    await writing.drafts.submit(place, { verdict, commit, published: published?.id, comments: sent });
    await draftCommands.send(place);
    await refresh(address);
  }

  /** Sends one comment alone. */
  async sendComment(place: Place): Promise<void> {
    const { documents, draftCommands, refresh, services } = this.#dependencies;
    const address = threadAt(place);
    const loaded = await this.#load(address);
    if (loaded === undefined) return;
    await documents.save(place);
    const own = (await services.pendingReviews.comments(address)).filter((draft) => draft.place.id === place.id);
    const comments = await this.#follow(address, loaded.details, own, { mayLeaveOut: false });
    if (comments === undefined) return;
    const sent = { body: "", comments: comments.map(toSentComment) };
    const decision = await this.#decideOnPending(address, loaded, sent, { mayPublish: false });
    if (decision === undefined) return;
    await draftCommands.send(place);
    await refresh(address);
  }

  /** Discards the text and all comments that aren't sent. Nothing changes on the server. */
  async discard(address: ThreadAddress): Promise<void> {
    const { draftCommands, services, shared } = this.#dependencies;
    const { pendingReviews, writing } = services;
    const comments = await pendingReviews.comments(address);
    const draft = await writing.drafts.get(places.review(address));
    if (comments.length === 0 && draft === undefined) {
      return void shared.dialogs.message(
        "info",
        l10n.t("You have no unsent review of {0}.", formatPull(address.number)),
      );
    }
    const isSure = await shared.dialogs.confirm({
      sentence: l10n.t("Discard your unsent review of {0}?", formatPull(address.number)),
      detail: [
        l10n.t("Its drafts are deleted. Nothing changes on the server."),
        ...(draft === undefined || getText(draft) === "" ? [] : [l10n.t("Text: {0}", getText(draft))]),
        ...comments.map(describeComment),
      ].join("\n"),
      yes: l10n.t("Discard"),
    });
    if (isSure) await draftCommands.removeDrafts([places.review(address), ...comments.map(({ place }) => place)]);
  }

  /** Returns undefined if the user may not review yet: not signed in, or not aware of new commits. */
  async #load(address: ThreadAddress): Promise<Loaded | undefined> {
    const { services, shared, signIn } = this.#dependencies;
    const { access, pullHeads, pulls, servers } = services;
    if (access.accountAt(address) === undefined && (await signIn(address.base)) === undefined) return undefined;
    const name = formatPull(address.number);
    const { head: seen } = pullHeads.at(address);
    const api = servers.for(address);
    const [details, { values: reviews }] = await shared.dialogs.progress(
      l10n.t("Loading {0}…", name),
      async (_report, signal) => Promise.all([pulls.readDetails(address, signal), listReviews(api, address, signal)]),
    );
    if (seen === undefined || seen.details.head.commit === details.head.commit) return { api, details, reviews };
    await pullHeads.refresh(address);
    const moved = l10n.t("{0} has new commits since it was shown. Look at them, then submit your review again.", name);
    const open = {
      label: l10n.t("Open All Changes"),
      run: async () => openAllChanges(address, await pulls.readFiles(address)),
    };
    void shared.dialogs.message("warning", moved, [open]);
    return undefined;
  }

  /** Moves comments to the lines of the present head. Returns those to send, or undefined if the user cancels. */
  async #follow(
    address: ThreadAddress,
    details: PullDetails,
    comments: readonly PendingComment[],
    options: { readonly mayLeaveOut: boolean },
  ): Promise<readonly PendingComment[] | undefined> {
    const { services, shared } = this.#dependencies;
    const { pulls, writing } = services;
    const commit = details.head.commit;
    const present: PendingComment[] = [];
    const outdated: PendingComment[] = [];
    for (const comment of comments) {
      const anchor = await followHead(pulls, address, comment.anchor, details);
      if (anchor === undefined) outdated.push(comment);
      else present.push({ ...comment, anchor });
    }
    const decision = outdated.length === 0 ? "leaveOut" : await askAboutOutdated(shared.dialogs, outdated, options);
    if (decision === undefined) return undefined;
    const onFiles = decision === "leaveOut" ? [] : outdated;
    const toFile = ({ anchor, ...rest }: PendingComment): PendingComment => {
      return { ...rest, anchor: { ...anchor, line: undefined, commit } };
    };
    const moved = onFiles.map(toFile);
    const sent = [...present, ...moved];
    const known = new Map(comments.map(({ id, anchor }) => [id, anchor]));
    for (const { anchor, id, place } of sent)
      if (known.get(id)?.commit !== anchor.commit) await writing.drafts.anchor(place, anchor);
    return sent;
  }

  /** Asks what to do with a pending review of another client. Returns undefined if the user cancels. */
  async #decideOnPending(
    address: ThreadAddress,
    { api, reviews }: Loaded,
    sent: Pick<SentReview, "body" | "comments">,
    options: { readonly mayPublish: boolean },
  ): Promise<PendingDecision | undefined> {
    const { dialogs } = this.#dependencies.shared;
    const pending = findPending(reviews);
    if (pending === undefined || (await isLeftover(api, address, pending, sent))) return { published: undefined };
    const { values: comments } = await api.reviews.comments(address, address.number, pending.id);
    const decision = await askAboutPending(dialogs, address, comments, options);
    if (decision === undefined) return undefined;
    if (decision === "publish") return { published: { id: pending.id, comments } };
    await api.reviews.remove(address, address.number, pending.id);
    return { published: undefined };
  }
}

function toSentComment(draft: PendingComment): SentReview["comments"][number] {
  const { path, line } = draft.anchor;
  return { draft: draft.id, path, line, text: getText(draft) };
}
