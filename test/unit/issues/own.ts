import type { RepositoryAddress } from "../../../src/issues/model/address.ts";
import type { IssuePlace } from "../../../src/issues/model/issue-draft.ts";
import { FIELDS, writeIssueText } from "../../../src/issues/model/issue-text.ts";
import type { IssueForm } from "../../../src/issues/model/issue-text.ts";
import type { IssueDesk } from "../../../src/issues/store/issue-desk.ts";

export const EMPTY_ISSUE: IssueForm = { title: "", body: "", labels: [], milestone: "", assignees: [] };

/** A new issue that is written and kept, and not sent yet. */
export async function keepIssue(
  { drafts }: IssueDesk,
  { base, owner, name }: RepositoryAddress,
  form: IssueForm,
): Promise<IssuePlace> {
  const place = await drafts.freeSlot({ base, owner, name });
  await drafts.begin(place, writeIssueText(EMPTY_ISSUE, FIELDS), {});
  await drafts.save(place, writeIssueText(form, FIELDS));
  return place;
}
