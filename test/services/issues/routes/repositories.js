// Routes of repositories, and of their labels, milestones and assignees.
import { maySee, mayRead, mayWrite } from "../access.js";
import { countTotal, json, linkPages, numberAsked, pageOf, refuse, refuseAsMissing } from "../replies.js";
import { repoRoute, route } from "../router.js";
import { labelShape, milestoneShape } from "../shapes/issues.js";
import { repositoryShape } from "../shapes/repositories.js";
import { userShape } from "../shapes/users.js";
import { numberIn } from "./finding.js";

/**
 * @typedef {import("../types.js").Call} Call
 * @typedef {import("../types.js").RepoCall} RepoCall
 * @typedef {import("../store.js").Repository} Repository
 */

export const REPOSITORY_ROUTES = [
  route("GET", "/repos/search", { scopes: ["repository"] }, search),
  repoRoute("GET", "", { scopes: ["repository"] }, (call) => json(call, 200, repositoryShape(call, call.repo))),
  repoRoute("GET", "/labels", { scopes: ["issue"], issues: true }, labels),
  repoRoute("GET", "/labels/:label", { scopes: ["issue"], issues: true }, label),
  repoRoute("GET", "/milestones", { scopes: ["issue"], issues: true }, milestones),
  repoRoute("GET", "/milestones/:milestone", { scopes: ["issue"], issues: true }, milestone),
  route("GET", "/orgs/:org/labels", { scopes: ["organization"] }, labelsOfOrganization),
  repoRoute("GET", "/assignees", { scopes: ["repository"] }, assignees),
];

/** The comparison function of each order. @type {ReadonlyMap<string, (one: Repository, other: Repository) => number>} */
const ORDERS = new Map(
  Object.entries({
    alpha: (one, other) => one.fullName.localeCompare(other.fullName),
    created: (one, other) => one.created - other.created,
    updated: (one, other) => one.updated - other.updated,
    stars: (one, other) => one.stars - other.stars,
    id: (one, other) => one.id - other.id,
    size: (one, other) => one.id - other.id,
    git_size: (one, other) => one.id - other.id,
    lfs_size: (one, other) => one.id - other.id,
    forks: (one, other) => one.id - other.id,
  }),
);

/** @param {Call} call */
function search(call) {
  const { params } = call.request;
  const [sort = "", order = "", mode = ""] = ["sort", "order", "mode"].map((name) => params.get(name) ?? "");
  const compare = ORDERS.get(sort || "alpha");
  if (compare === undefined) return refuse(call, 422, `Invalid sort mode: "${sort}"`);
  if (!["", "asc", "desc"].includes(order)) return refuse(call, 422, `Invalid sort order: "${order}"`);
  if (!["", "source", "fork", "mirror", "collaborative"].includes(mode)) {
    return refuse(call, 422, `Invalid search mode: "${mode}"`);
  }
  const word = (params.get("q") ?? "").trim().toLowerCase();
  const owner = numberAsked(call, "uid");
  const wishes = /** @type {const} */ ([
    ["private", (/** @type {Repository} */ { isPrivate }) => isPrivate],
    ["is_private", (/** @type {Repository} */ { isPrivate }) => isPrivate],
    ["archived", (/** @type {Repository} */ { archived }) => archived !== 0],
    ["template", () => false],
  ]);
  const found = [...call.world.store.repositories.values()]
    .filter((repo) => maySee(call, repo))
    .filter(({ name, fullName, description }) => {
      const words = [word.includes("/") ? fullName : name, params.get("includeDesc") === "true" ? description : ""];
      return words.some((each) => each.toLowerCase().includes(word));
    })
    .filter((repo) => owner === 0 || repo.owner.id === owner)
    .filter(() => mode === "" || mode === "source")
    .filter((repo) =>
      wishes.every(([name, holds]) => {
        const wish = params.get(name);
        // `private=true` includes private repositories. It doesn't exclude others.
        return wish === null || wish === "" || (name === "private" && wish === "true") || String(holds(repo)) === wish;
      }),
    )
    .sort((one, other) => (order === "desc" ? compare(other, one) : compare(one, other)));
  linkPages(call, found.length);
  countTotal(call, found.length);
  return json(call, 200, { ok: true, data: pageOf(call, found).map((repo) => repositoryShape(call, repo)) });
}

/** @param {RepoCall} call */
function labels(call) {
  const { repo } = call;
  const sorted = [...repo.labels].sort((one, other) => one.name.localeCompare(other.name));
  countTotal(call, sorted.length);
  return json(
    call,
    200,
    pageOf(call, sorted).map((each) => labelShape(call, repo, each)),
  );
}

/** Lists the labels of an organization. Users have none. @param {Call} call */
function labelsOfOrganization(call) {
  const org = call.world.store.user(call.at["org"] ?? "");
  const held = org === undefined ? undefined : call.world.store.organizations.get(org);
  if (org === undefined || held === undefined) return refuseAsMissing(call, { text: "GetOrgByName" });
  countTotal(call, held.length);
  return json(
    call,
    200,
    pageOf(call, held).map((each) => labelShape(call, org, each)),
  );
}

/** @param {RepoCall} call */
function label(call) {
  const name = call.at["label"] ?? "";
  const found = call.repo.labels.find((each) => each.id === numberIn(name) || each.name === name);
  if (found === undefined) return refuseAsMissing(call);
  return json(call, 200, labelShape(call, call.repo, found));
}

/** @param {RepoCall} call */
function milestones(call) {
  const { repo } = call;
  const { params } = call.request;
  const state = params.get("state") ?? "open";
  const name = (params.get("name") ?? "").toLowerCase();
  const found = repo.milestones
    .filter(({ closed }) => state === "all" || (closed !== 0) === (state === "closed"))
    .filter(({ title }) => title.toLowerCase().includes(name))
    .sort((one, other) => (one.due || Infinity) - (other.due || Infinity) || one.id - other.id);
  countTotal(call, found.length);
  return json(
    call,
    200,
    pageOf(call, found).map((each) => milestoneShape(call, repo, each)),
  );
}

/** @param {RepoCall} call */
function milestone(call) {
  const name = call.at["milestone"] ?? "";
  const found = call.repo.milestones.find((each) => each.id === numberIn(name) || each.title === name);
  if (found === undefined) return refuseAsMissing(call);
  return json(call, 200, milestoneShape(call, call.repo, found));
}

/** Lists who can write, and in a repository of an organization the members who can read. @param {RepoCall} call */
function assignees(call) {
  const { repo } = call;
  const reaches = call.world.store.organizations.has(repo.owner) ? mayRead : mayWrite;
  const able = [...repo.collaborators.keys()].filter((doer) => reaches({ doer, token: undefined }, repo, "issues"));
  const shown = [...able, repo.owner].filter((doer) => mayRead({ doer, token: undefined }, repo, "code"));
  return json(
    call,
    200,
    shown.map((user) => userShape(call, user)),
  );
}
