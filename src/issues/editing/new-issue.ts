// Chooses the draft that New Issue opens: a new one, or one that was started in the same repository.
import { l10n } from "../../workbench/text/l10n.ts";
import type { Dialogs } from "../../workbench/dialogs/dialogs.ts";
import { format } from "../../workbench/text/format.ts";
import { fullName, repositoryKey, type RepositoryAddress } from "../model/address.ts";
import { EMPTY_FORM, type IssueForm } from "../model/issue-text.ts";
import { getText, type Draft } from "../writing/drafts/draft.ts";
import type { Drafts } from "../writing/drafts/drafts.ts";
import { places, type Kind, type Place } from "../writing/drafts/place.ts";
import { writeDocument, readForm } from "../writing/drafts/draft-document.ts";
import { unsentDrafts } from "./draft-rows.ts";

export interface NewIssueDependencies {
  readonly drafts: Drafts;
  readonly dialogs: Dialogs;
  readonly now: () => number;
}

/** Returns undefined if the user dismissed the question. A given text always starts a new draft. */
export async function newIssuePlace(
  dependencies: NewIssueDependencies,
  repository: RepositoryAddress,
  given: Partial<IssueForm>,
): Promise<Place | undefined> {
  const { drafts } = dependencies;
  const form = { ...EMPTY_FORM, ...given };
  const title = l10n.t("New Issue in {0}", fullName(repository));
  const chosen = form.body === "" ? await pickStarted(dependencies, title, "newIssue", repository) : "new";
  if (chosen !== "new") return chosen;
  const place = places.newIssue(repository);
  await drafts.begin(place, { text: writeDocument("newIssue", form, form) });
  return place;
}

/** Offers the drafts of this kind that were started in the repository. Returns undefined if the user dismissed that. */
export async function pickStarted(
  { dialogs, drafts, now }: NewIssueDependencies,
  title: string,
  kind: Kind,
  repository: RepositoryAddress,
): Promise<Place | "new" | undefined> {
  const key = repositoryKey(repository);
  const started = (await unsentDrafts(drafts)).filter(
    ({ place }) => place.kind === kind && repositoryKey(place.repository) === key,
  );
  if (started.length === 0) return "new";
  return await dialogs.pick<Place | "new">(title, [
    { label: l10n.t("Start a New Draft"), value: "new" },
    ...started.map((draft) => ({
      label: l10n.t("Continue “{0}”", getTitle(draft)),
      description: l10n.t("saved {0}", format.age(draft.keptAt, now())),
      value: draft.place,
    })),
  ]);
}

function getTitle(draft: Draft): string {
  const { title } = readForm(draft.place.kind, getText(draft));
  return title === "" ? l10n.t("Untitled") : title;
}
