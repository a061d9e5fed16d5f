// Labels, notes and tooltips that several kinds of rows share.
import { cutText } from "../../base/graphemes.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { code, icon, md, paragraphs, type Markdown } from "../../workbench/text/markdown.ts";
import type { Node } from "../../workbench/tree/node.ts";
import { format } from "../../workbench/text/format.ts";
import { drawEmoji } from "../wording/emoji-names.ts";
import { editedAt, formatNumber, type Comment, type Issue } from "../model/entities.ts";
import { firstLine } from "../model/first-line.ts";
import { fullName, type ThreadAddress } from "../model/address.ts";
import { formatPerson, listPeople } from "../wording/people.ts";
import { stateLook, stateLabel } from "../wording/issue-state.ts";
import { describeDue } from "./due-date-text.ts";

const MAX_EXCERPT_CHARS = 200;
/** A tooltip shows at most six lines, so only this much of a comment is split into lines. */
const MAX_TOOLTIP_CHARS = 10_000;

/** Builds a row that only shows a text. */
export function note(id: string, label: string, icon: string): Node {
  return { id, subject: undefined, label, icon: { name: icon }, contextValue: "note" };
}

export function joinParts(parts: readonly string[], separator = " · "): string {
  return parts.filter((part) => part !== "").join(separator);
}

/** `fresh` is the number of new comments, if known. */
export async function issueTooltip(
  address: ThreadAddress,
  issue: Issue,
  { fresh, now }: { readonly fresh: number | undefined; readonly now: number },
): Promise<Markdown> {
  const name = `${fullName(address)}${formatNumber(issue)}`;
  const labels = issue.labels.map((label) => label.name).join(", ");
  const milestone = issue.milestone === undefined ? "" : l10n.t("Milestone {0}", issue.milestone.title);
  const [title, excerpt] = await Promise.all([issue.title, firstLine(issue.body)].map(drawEmoji));
  const comments =
    fresh === undefined
      ? l10n.plural(issue.comments, "{0} comment", "{0} comments")
      : l10n.plural(issue.comments, "{0} comment, {1} new", "{0} comments, {1} new", format.count(fresh));
  return paragraphs(
    md`**${title ?? issue.title}**`,
    md`${icon(stateLook(issue).icon)} ${stateLabel(issue)} · ${code(name)}`,
    l10n.t("opened by {0}, {1}", formatPerson(issue.author), format.exactTime(issue.createdAt)),
    l10n.t("updated {0}", format.exactTime(issue.updatedAt)),
    joinParts([
      labels,
      milestone,
      issue.assignees.length === 0 ? "" : l10n.t("assigned to {0}", listPeople(issue.assignees)),
      describeDue(issue, now),
    ]),
    excerpt,
    md`$(comment) ${comments}`,
  );
}

export async function commentTooltip(comment: Comment): Promise<Markdown> {
  const edited = editedAt(comment);
  const start = comment.body.slice(0, MAX_TOOLTIP_CHARS);
  const lines = start.split(/\r?\n/).filter((line) => line.trim() !== "");
  return paragraphs(
    md`**${formatPerson(comment.author)}** · ${format.exactTime(comment.createdAt)}`,
    edited === undefined ? undefined : l10n.t("edited {0}", format.exactTime(edited)),
    ...(await Promise.all(lines.slice(0, 6).map((line) => drawEmoji(cutText(line, MAX_EXCERPT_CHARS))))),
  );
}
