// Requests reviews of a pull request from people and teams, and withdraws requests.
import { asProblem, type Problem } from "../../../base/problem.ts";
import type { Account } from "../../../workbench/accounts/accounts.ts";
import type { Dialogs } from "../../../workbench/dialogs/dialogs.ts";
import { describeProblem } from "../../../workbench/problems.ts";
import { format } from "../../../workbench/text/format.ts";
import { l10n } from "../../../workbench/text/l10n.ts";
import type { Shared } from "../../../workbench/wings/shared.ts";
import type { Forge } from "../../api/forge.ts";
import { fullName, type ThreadAddress } from "../../model/address.ts";
import { formatPull, sameLogin } from "../../model/entities.ts";
import type { Reviewer } from "../../model/pull.ts";
import { listReviews } from "../../thread/read-reviews.ts";
import { findReviewers } from "../store/obstacles.ts";
import type { Access } from "../../repositories/access.ts";
import type { Servers } from "../../repositories/servers.ts";

export interface ReviewRequestDependencies {
  readonly shared: Pick<Shared, "dialogs" | "now">;
  readonly services: { readonly access: Access; readonly servers: Servers };
  /** Asks for an account. Returns undefined if the user cancels. */
  readonly signIn: (base: string) => Promise<Account | undefined>;
  /** Reloads a thread if a panel shows it. */
  readonly refresh: (thread: ThreadAddress) => Promise<void>;
  /** Call when pull requests were changed, to load the lists again. */
  readonly changed: (...threads: readonly ThreadAddress[]) => void;
}

interface Loaded {
  readonly waitingFor: readonly Reviewer[];
  /** Who can be asked. Undefined if the server doesn't list them to the user. */
  readonly candidates: readonly Reviewer[] | undefined;
}

export class ReviewRequests {
  readonly #dependencies: ReviewRequestDependencies;

  constructor(dependencies: ReviewRequestDependencies) {
    this.#dependencies = dependencies;
  }

  /** Asks who should review, and changes the requests on the server to match. */
  async change(address: ThreadAddress): Promise<void> {
    const { services, shared, signIn } = this.#dependencies;
    const { access, servers } = services;
    const { dialogs } = shared;
    if (access.accountAt(address) === undefined && (await signIn(address.base)) === undefined) return;
    const name = formatPull(address.number);
    const api = servers.for(address);
    const { candidates, waitingFor } = await dialogs.progress(l10n.t("Loading {0}…", name), (_report, signal) =>
      load(api, address, signal),
    );
    const who = access.loginAt(address) ?? access.accountAt(address)?.name ?? "";
    const title = l10n.t("Reviewers of {0} (as {1})", name, who);
    const chosen = await ask(dialogs, title, candidates, waitingFor);
    if (chosen === undefined) return;
    const added = chosen.filter((each) => !waitingFor.some((other) => isSame(each, other)));
    const removed = waitingFor.filter((each) => !chosen.some((other) => isSame(each, other)));
    if (added.length === 0 && removed.length === 0) return;
    try {
      await dialogs.progress(l10n.t("Changing the reviewers of {0}…", name), async () => {
        // Both can be repeated: what the server has already done changes nothing.
        if (added.length > 0) await api.reviews.request(address, address.number, added);
        if (removed.length > 0) await api.reviews.withdraw(address, address.number, removed);
      });
      void dialogs.message("info", describeChange(name, added, removed));
    } catch (error) {
      const reason = describeRefusal(asProblem(error), address, shared.now());
      void dialogs.message("warning", `${l10n.t("The reviewers of {0} were not changed.", name)} ${reason}`);
    } finally {
      this.#dependencies.changed(address);
      await this.#dependencies.refresh(address);
    }
  }
}

async function load(api: Forge, address: ThreadAddress, signal: AbortSignal): Promise<Loaded> {
  const [details, { values }, people, teams] = await Promise.all([
    api.pulls.details(address, address.number, { signal }),
    listReviews(api, address),
    api.reviews.candidates(address, { signal }).then((list) => list.values, undefinedIfDenied),
    // Only organizations have teams.
    api.reviews.teams(address, { signal }).then((list) => list.values, undefinedIfDenied),
  ]);
  const { waitingFor } = findReviewers(details, { byId: new Map(values.map((review) => [review.id, { review }])) });
  const asked: readonly Reviewer[] = [
    ...waitingFor.map(({ login }): Reviewer => ({ kind: "person", name: login })),
    ...details.requestedTeams.map((team): Reviewer => ({ kind: "team", name: team })),
  ];
  const others: readonly Reviewer[] = [
    ...(people ?? []).map(({ login }): Reviewer => ({ kind: "person", name: login })),
    ...(teams ?? []).map((team): Reviewer => ({ kind: "team", name: team })),
  ].filter(
    (each) =>
      !(each.kind === "person" && sameLogin(each.name, details.author?.login)) &&
      !asked.some((other) => isSame(each, other)),
  );
  return { waitingFor: asked, candidates: people === undefined ? undefined : [...asked, ...others] };
}

function undefinedIfDenied(error: unknown): undefined {
  const problem = asProblem(error);
  if (problem.isDenial || problem.kind === "notFound" || problem.facts.status === 405) return undefined;
  throw problem;
}

/** If the server doesn't list who can be asked, the user enters the names of people. */
async function ask(
  dialogs: Dialogs,
  title: string,
  candidates: readonly Reviewer[] | undefined,
  waitingFor: readonly Reviewer[],
): Promise<readonly Reviewer[] | undefined> {
  if (candidates !== undefined) {
    return await dialogs.pickMany(
      title,
      candidates.map((reviewer) => ({
        label: reviewer.name,
        ...(reviewer.kind === "team" ? { description: l10n.t("team") } : {}),
        picked: waitingFor.some((other) => isSame(reviewer, other)),
        value: reviewer,
      })),
    );
  }
  const typed = await dialogs.input({
    title,
    prompt: l10n.t("User names, separated by commas"),
    value: waitingFor.flatMap(({ kind, name }) => (kind === "person" ? [name] : [])).join(", "),
    validate: (names) => (/^[\s,@\w.-]*$/.test(names) ? undefined : l10n.t("Enter valid user names")),
  });
  if (typed === undefined) return undefined;
  const names = typed.split(",").map((each) => each.trim().replace(/^@/, ""));
  const people = names.filter((name) => name !== "").map((name): Reviewer => ({ kind: "person", name }));
  return [...people, ...waitingFor.filter(({ kind }) => kind === "team")];
}

function isSame(one: Reviewer, other: Reviewer): boolean {
  return one.kind === other.kind && sameLogin(one.name, other.name);
}

function describeChange(name: string, added: readonly Reviewer[], removed: readonly Reviewer[]): string {
  const list = (reviewers: readonly Reviewer[]): string => format.list(reviewers.map((each) => each.name));
  return [
    ...(added.length === 0 ? [] : [l10n.t("Requested a review of {0} from {1}.", name, list(added))]),
    ...(removed.length === 0 ? [] : [l10n.t("Withdrew the request to {0}.", list(removed))]),
  ].join(" ");
}

/** The servers' messages are in their own language, so the status decides. */
function describeRefusal(problem: Problem, address: ThreadAddress, now: number): string {
  const { status } = problem.facts;
  if (status === 404) return l10n.t("The server doesn't know one of them.");
  if (status === 422)
    return l10n.t("Only its author and people with write access to {0} can request reviews.", fullName(address));
  return describeProblem(problem, now).sentence;
}
