// Asks how to merge a pull request, and confirms it with exactly what will happen.
import type { Dialogs } from "../../../workbench/dialogs/dialogs.ts";
import { l10n } from "../../../workbench/text/l10n.ts";
import { fullName, type ThreadAddress } from "../../model/address.ts";
import { formatPull } from "../../model/entities.ts";
import type { MergeRequest, MergeSettings, MergeStyle, PullDetails } from "../../model/pull.ts";
import { describeSize } from "../files/file-rows.ts";
import { defaultMessage, hasMessage } from "./merging.ts";

/** As many digits as servers show of a commit's ID. */
const SHORT_ID_CHARS = 10;

/** What the user has typed of a message. It stays for the next attempt if this one is canceled or fails. */
export interface TypedMessage {
  title: string | undefined;
  body: string | undefined;
}

/** Returns undefined if the user cancels any of the questions. `who` is the account that merges. */
export async function askHowToMerge(
  dialogs: Pick<Dialogs, "pick" | "input" | "confirm">,
  address: ThreadAddress,
  details: PullDetails,
  settings: MergeSettings,
  { who, typed }: { readonly who: string; readonly typed: TypedMessage },
): Promise<MergeRequest | undefined> {
  const name = formatPull(address.number);
  const style = await dialogs.pick(
    l10n.t("Merge {0}", name),
    settings.styles.map((each) => ({ ...describeStyle(each, details), value: each })),
  );
  if (style === undefined) return undefined;
  const message = hasMessage(style) ? await askMessage(dialogs, name, defaultMessage(style, details), typed) : "kept";
  if (message === undefined) return undefined;
  const deletesBranch = await askToDelete(dialogs, address, details, settings);
  if (deletesBranch === undefined) return undefined;
  const { base, head } = details;
  const lines = [
    `${details.title} · ${describeSize(details)}`,
    `${describeStyle(style, details).label}: ${describeStyle(style, details).detail}`,
    ...(message === "kept"
      ? []
      : [l10n.t("Message: {0}", message.title), ...(message.body === "" ? [] : [message.body])]),
    l10n.t("Head: {0} of {1}", head.commit.slice(0, SHORT_ID_CHARS), head.branch),
    deletesBranch ? l10n.t("The branch {0} is deleted.", head.branch) : l10n.t("The branch {0} stays.", head.branch),
    l10n.t("As {0} in {1}", who, fullName(address)),
  ];
  const isSure = await dialogs.confirm({
    sentence: l10n.t("Merge {0} into {1}?", name, base.branch),
    detail: lines.join("\n"),
    yes: l10n.t("Merge"),
  });
  if (!isSure) return undefined;
  return { style, message: message === "kept" ? undefined : message, head: head.commit, deletesBranch };
}

async function askMessage(
  dialogs: Pick<Dialogs, "input">,
  name: string,
  usualTitle: string,
  typed: TypedMessage,
): Promise<MergeRequest["message"]> {
  const title = await dialogs.input({
    title: l10n.t("Merge {0}: Title of the Commit", name),
    value: typed.title ?? usualTitle,
    validate: (text) => (text.trim() === "" ? l10n.t("Enter a title") : undefined),
    typed: (text) => (typed.title = text === usualTitle ? undefined : text),
  });
  if (title === undefined) return undefined;
  const body = await dialogs.input({
    title: l10n.t("Merge {0}: Description of the Commit", name),
    placeholder: l10n.t("Optional"),
    value: typed.body ?? "",
    typed: (text) => (typed.body = text),
  });
  return body === undefined ? undefined : { title: title.trim(), body: body.trim() };
}

/** Only a branch of the same repository is offered: whether the user may delete that of a fork, no one knows. */
async function askToDelete(
  dialogs: Pick<Dialogs, "pick">,
  address: ThreadAddress,
  { head }: PullDetails,
  { deletesBranch }: MergeSettings,
): Promise<boolean | undefined> {
  const { branch, isGone, repository } = head;
  const isOwn = repository !== undefined && fullName(repository).toLowerCase() === fullName(address).toLowerCase();
  if (!isOwn || isGone) return false;
  const keep = { label: l10n.t("Keep the Branch {0}", branch), value: false };
  const remove = {
    label: l10n.t("Delete the Branch {0}", branch),
    detail: l10n.t("Closes other pull requests from this branch. Those into it are closed or moved to another branch."),
    value: true,
  };
  return await dialogs.pick(l10n.t("After the Merge"), deletesBranch ? [remove, keep] : [keep, remove]);
}

function describeStyle(style: MergeStyle, { base }: PullDetails): { readonly label: string; readonly detail: string } {
  switch (style) {
    case "merge":
      return {
        label: l10n.t("Merge Commit"),
        detail: l10n.t("Keeps the commits, and joins them to {0} with one more.", base.branch),
      };
    case "rebase":
      return {
        label: l10n.t("Rebase"),
        detail: l10n.t("Repeats the commits on top of {0}, without a merge commit.", base.branch),
      };
    case "rebase-merge":
      return {
        label: l10n.t("Rebase and Merge Commit"),
        detail: l10n.t("Repeats the commits on top of {0}, and joins them with one more.", base.branch),
      };
    case "squash":
      return {
        label: l10n.t("Squash"),
        detail: l10n.t("Combines all commits into a single one on top of {0}.", base.branch),
      };
    case "fast-forward-only":
      return {
        label: l10n.t("Fast-Forward"),
        detail: l10n.t("Moves {0} to the head. Only possible if {0} has no other commits.", base.branch),
      };
  }
}
