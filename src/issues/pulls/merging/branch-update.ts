// Updates the branch of a pull request with the commits of its base, and finds out what became of a lost update.
import { asProblem, type Problem } from "../../../base/problem.ts";
import type { Wait } from "../../../base/tasks/wait.ts";
import type { Dialogs } from "../../../workbench/dialogs/dialogs.ts";
import { l10n } from "../../../workbench/text/l10n.ts";
import type { Forge } from "../../api/forge.ts";
import { fullName, type ThreadAddress } from "../../model/address.ts";
import { formatPull } from "../../model/entities.ts";
import type { MergeSettings, PullDetails, UpdateStyle } from "../../model/pull.ts";

export type UpdateOutcome =
  | { readonly kind: "updated" | "conflicts" }
  | { readonly kind: "rejected"; readonly problem: Problem }
  /** The server may still update the branch. */
  | { readonly kind: "lost"; readonly problem: Problem };

/** An update whose answer is lost may still be under way. */
const LOOK_UP_DELAYS_MS = [0, 1_000, 2_000];

/** Whether the head branch has all commits of the base. */
export function isUpToDate({ base, mergeBase }: PullDetails): boolean {
  return base.commit === mergeBase;
}

/** Asks how to update the branch, if there is a choice, and confirms it. Returns undefined if the user cancels. */
export async function askHowToUpdate(
  dialogs: Pick<Dialogs, "pick" | "confirm">,
  address: ThreadAddress,
  { base, head, title }: PullDetails,
  { updateStyles }: MergeSettings,
  who: string,
): Promise<UpdateStyle | undefined> {
  const name = formatPull(address.number);
  const [only, ...more] = updateStyles.map((value) => ({ ...describeStyle(value, base.branch), value }));
  if (only === undefined) return undefined;
  const style =
    more.length === 0 ? only.value : await dialogs.pick(l10n.t("Update the Branch of {0}", name), [only, ...more]);
  if (style === undefined) return undefined;
  const { detail, label } = describeStyle(style, base.branch);
  const isSure = await dialogs.confirm({
    sentence: l10n.t("Update {0} with {1}?", head.branch, base.branch),
    detail: [title, `${label}: ${detail}`, l10n.t("As {0} in {1}", who, fullName(head.repository ?? address))].join(
      "\n",
    ),
    yes: l10n.t("Update"),
  });
  return isSure ? style : undefined;
}

/** Sends an update, once: a second one could come after a push. */
export async function sendUpdate(
  api: Forge,
  address: ThreadAddress,
  style: UpdateStyle,
  wait: Wait,
): Promise<UpdateOutcome> {
  try {
    await api.pulls.update(address, address.number, style);
    return { kind: "updated" };
  } catch (error) {
    const problem = asProblem(error);
    const { json, status, wrote } = problem.facts;
    if (status === 409) return { kind: "conflicts" };
    if (wrote === "no") return { kind: "rejected", problem };
    for (const delay of LOOK_UP_DELAYS_MS) {
      await wait(delay);
      const details = await api.pulls.details(address, address.number).catch(() => undefined);
      if (details !== undefined && isUpToDate(details)) return { kind: "updated" };
      // The server itself has answered, so it has ended its work.
      if (details !== undefined && json === true) return { kind: "rejected", problem };
    }
    return { kind: "lost", problem };
  }
}

function describeStyle(style: UpdateStyle, base: string): { readonly label: string; readonly detail: string } {
  return style === "merge"
    ? { label: l10n.t("Merge"), detail: l10n.t("Joins the commits of {0} to the branch with one more.", base) }
    : {
        label: l10n.t("Rebase"),
        detail: l10n.t("Repeats the commits on top of {0}, and replaces those of the branch.", base),
      };
}
