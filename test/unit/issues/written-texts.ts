// Creates drafts of issues and versions of comments for tests.
import type { RepositoryAddress } from "../../../src/issues/model/address.ts";
import { EMPTY_FORM, type IssueForm } from "../../../src/issues/model/issue-text.ts";
import type { Drafts } from "../../../src/issues/writing/drafts/drafts.ts";
import { places, type Place } from "../../../src/issues/writing/drafts/place.ts";
import { writeDocument, type Version } from "../../../src/issues/writing/drafts/draft-document.ts";

/** Saves a new issue as a draft, without sending it. */
export async function keepIssue(
  drafts: Drafts,
  { base, owner, name }: RepositoryAddress,
  form: Partial<IssueForm>,
): Promise<Place> {
  const { place } = await drafts.begin(places.newIssue({ base, owner, name }), {});
  await drafts.save(place, writeDocument(place.kind, { ...EMPTY_FORM, ...form }, form));
  return place;
}

/** Returns the opened version of a comment. */
export function said(body: string): Version {
  return { title: undefined, body, version: undefined };
}
