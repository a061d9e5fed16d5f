// Actions of other users and of the administrator, such as editing a comment while a client has it open.
import {
  addComment,
  addEvent,
  addIssue,
  addReview,
  editComment,
  notify,
  setAssignees,
  setBody,
  setClosed,
  setDue,
  setLabels,
  setLocked,
  setTitle,
} from "./changes.js";
import { changesOf } from "./files.js";
import { demoToken, digits } from "./seed/writer.js";
import { Repository } from "./store.js";
import { codeCommentsOf } from "./shapes/pulls.js";

/**
 * @typedef {import("./types.js").World} World
 * @typedef {import("./types.js").User} User
 */

/** Whether a record is the text or a comment of a review that everyone can see. @param {string} type @param {import("./types.js").Review} [review] */
const isSubmitted = (type, review) =>
  (type === "review" || type === "code") && review !== undefined && review.state !== "PENDING";

/** @param {() => World} current @returns {Record<string, (body: any) => unknown>} */
export function actionsOn(current) {
  const store = () => current().store;
  const settings = () => current().settings;
  /** @param {string} login */
  const user = (login) => store().user(login) ?? missing(`a user ${login}`);
  /** @param {{ repo: string }} body */
  const repo = ({ repo: name }) => store().repositories.get(name.toLowerCase()) ?? missing(`a repository ${name}`);
  /** @param {{ repo: string, issue: number }} body */
  const issue = (body) => repo(body).issues.get(body.issue) ?? missing(`an issue ${body.repo}#${body.issue}`);
  /** @param {{ id: number }} body */
  const comment = ({ id }) => store().comment(id) ?? missing(`a comment ${id}`);

  return {
    /** {repo, issue, by, body} */
    addComment: (body) => ({ id: addComment(store(), issue(body), user(body.by), body.body).id }),

    /** {id, by?, body}: like on real servers, the API doesn't show who edited. */
    editComment: (body) =>
      editComment(store(), comment(body), body.by ? user(body.by) : comment(body).poster, body.body),

    /** {id, by}: resolves the conversation that this comment on a line begins */
    resolveNote: (body) => {
      const { code } = comment(body).payload;
      if (code === undefined) return missing(`a comment on a line ${body.id}`);
      code.resolver = user(body.by);
      return {};
    },

    /** {id, by, content}: adds a reaction to a comment */
    react: (body) => {
      comment(body).reactions.push({ user: user(body.by), content: body.content, created: store().now() });
      return {};
    },

    /** {id}: like on real servers, this doesn't change the time of the comment */
    removeFiles: (body) => {
      comment(body).attachments = [];
      return {};
    },

    /** {id} */
    deleteComment: (body) => store().erase(comment(body)),

    /** {repo, issue} */
    deleteIssue: (body) => {
      const gone = issue(body);
      for (const each of [...gone.comments]) store().erase(each);
      gone.repo.issues.delete(gone.number);
    },

    /** {repo, by, title, body?, comments?: how many} */
    addIssue: (body) => {
      const text = { title: body.title ?? "An issue", body: body.body ?? "" };
      const made = addIssue(store(), repo(body), user(body.by), text);
      const created = made.created;
      for (let number = 1; number <= (body.comments ?? 0); number += 1) {
        store().record(made, { type: "comment", poster: user(body.by), body: `comment ${number}`, created });
      }
      return { number: made.number, first: made.comments[0]?.id, last: made.comments.at(-1)?.id };
    },

    /** {repo, issue, by, title?, body?, closed?, labels?: names, assignees?: logins} */
    changeIssue: (body) => {
      const [found, by] = [issue(body), user(body.by)];
      if (body.title !== undefined) setTitle(store(), found, by, body.title);
      if (body.body !== undefined) setBody(store(), found, by, body.body);
      if (body.closed !== undefined) setClosed(store(), found, by, body.closed);
      if (body.due !== undefined) setDue(store(), found, by, body.due);
      if (body.assignees !== undefined) setAssignees(store(), found, by, body.assignees.map(user));
      if (body.labels === undefined) return;
      const labels = found.repo.labels.filter(({ name }) => body.labels.includes(name));
      setLabels(store(), found, by, labels);
    },

    /** {repo, issue, by, type, body?, times?}: any event, even of an unknown type; returns the ID of the last one */
    addEvent: (body) => {
      const [at, by] = [issue(body), user(body.by)];
      const ids = Array.from({ length: body.times ?? 1 }, () => {
        return addEvent(store(), at, by, body.type, { body: body.body ?? "" }).id;
      });
      return { id: ids.at(-1) };
    },

    /** {repo, issue, by, state?, body?, stale?, official?, dismissed?, commit?, notes?: [{path, line, extra?, old?, hunk, text, commit?, resolver?: login}]} */
    addReview: ({ repo: _repo, issue: _issue, by, notes = [], ...what }) => {
      const at = issue({ repo: _repo, issue: _issue });
      const code = notes.map((/** @type {any} */ note) => ({
        ...note,
        ...(note.resolver === undefined ? {} : { resolver: user(note.resolver) }),
      }));
      return { id: addReview(store(), at, user(by), { ...what, notes: code })?.id };
    },

    /**
     * {repo, issue, by, from: {repo, issue}, times?}: references that are visible only to users who can read the referring
     * repository
     */
    addReferences: (body) => {
      const payload = { refIssue: issue(body.from), refAction: /** @type {const} */ ("none") };
      const ids = Array.from({ length: body.times ?? 1 }, () => {
        return addEvent(store(), issue(body), user(body.by), "issue_ref", { payload }).id;
      });
      return { first: ids[0], last: ids.at(-1) };
    },

    /** {repo, issue, by?, locked?, reason?} */
    lock: (body) => {
      const by = user(body.by ?? repo(body).owner.login);
      setLocked(store(), issue(body), by, body.locked ?? true, body.reason ?? "");
    },

    /** {repo, archived?} */
    archive: (body) => {
      repo(body).archived = (body.archived ?? true) ? store().now() : 0;
    },

    /** {repo, name}: the old name redirects until another repository takes it */
    renameRepo: (body) => {
      const found = repo(body);
      store().repositories.delete(found.fullName.toLowerCase());
      store().oldNames.set(found.fullName.toLowerCase(), found);
      found.name = body.name;
      store().keep(found);
    },

    /** {owner, name, like}: creates a repository like `like`, under a name that redirects to another */
    takeName: (body) => {
      const like = repo({ repo: body.like });
      const made = Object.assign(Object.create(Object.getPrototypeOf(like)), like, {
        id: store().nextId("repo"),
        owner: user(body.owner),
        name: body.name,
        written: new Map(),
        unwritten: undefined,
        pinned: [],
        lastNumber: 0,
      });
      store().oldNames.delete(`${body.owner}/${body.name}`.toLowerCase());
      store().keep(made);
      return { id: made.id };
    },

    /** {repo}: all texts, even of a private repository, but none of a pending review */
    readTexts: (body) =>
      [...repo(body).issues.values()].map(({ number, poster, title, body: text, comments }) => ({
        number,
        poster: poster.login,
        title,
        body: text,
        comments: comments
          .filter(({ payload, type }) => type === "comment" || isSubmitted(type, payload.review))
          .map((each) => ({ id: each.id, poster: each.poster.login, body: each.body })),
      })),

    /** {repo, by}: a pull request that adds a file */
    addPull: (body) => {
      const made = addIssue(store(), repo(body), user(body.by), { title: "A pull request", body: "" });
      const commit = (/** @type {string} */ name) => digits(`${name} ${made.repo.id} ${made.number}`);
      made.pull = {
        id: store().nextId("pull"),
        base: "main",
        head: "topic",
        baseSha: commit("base"),
        headSha: commit("head"),
        mergeBase: commit("fork"),
        draft: false,
        merged: 0,
        mergedBy: null,
        mergeSha: "",
        additions: 3,
        deletions: 0,
        files: 1,
        reviews: [],
        requested: [],
      };
      return { number: made.number, head: made.pull.headSha };
    },

    /** {repo, branch, commits?}: the number of commits that the default branch doesn't have */
    addBranch: (body) => {
      const found = repo(body);
      const ahead = body.commits ?? 1;
      found.branches.set(body.branch, { sha: digits(`${body.branch} ${found.id}`), ahead });
      return {};
    },

    /** {repo, teams: names} */
    setTeams: (body) => {
      repo(body).teams = body.teams;
    },

    /** {repo, by} */
    addFork: (body) => {
      const parent = repo(body);
      const id = store().nextId("repo");
      const fork = new Repository({ id, owner: user(body.by), name: parent.name, created: store().now() });
      fork.parent = parent;
      store().keep(fork);
      return { id };
    },

    /** {repo}: returns a backup for `restore` */
    backUp: (body) => ({ ids: [...store().ids], last: repo(body).lastNumber }),

    /** {repo, backup}: removes newer comments and issues, and reuses their numbers */
    restore: ({ backup, ...body }) => {
      const found = repo(body);
      const ids = new Map(backup.ids);
      for (const each of found.issues.values()) {
        for (const newer of each.comments.filter(({ id }) => id > (ids.get("comment") ?? 0))) store().erase(newer);
        if (each.pull !== null)
          each.pull.reviews = each.pull.reviews.filter(({ id }) => id <= (ids.get("review") ?? 0));
        if (each.number > backup.last) found.issues.delete(each.number);
      }
      found.lastNumber = backup.last;
      store().ids = ids;
    },

    /** {user, login} */
    renameUser: (body) => {
      const found = user(body.user);
      const owned = [...store().repositories.values()].filter(({ owner }) => owner === found);
      for (const each of owned) store().repositories.delete(each.fullName.toLowerCase());
      store().users.delete(found.login.toLowerCase());
      store().oldLogins.set(found.login.toLowerCase(), found);
      found.login = body.login;
      store().users.set(found.login.toLowerCase(), found);
      for (const each of owned) store().keep(each);
    },

    /** {user}: the user's texts stay, attributed to the ghost user */
    deleteUser: (body) => {
      const found = user(body.user);
      found.deleted = true;
      store().users.delete(found.login.toLowerCase());
    },

    /** {repo}: references from the repository no longer resolve */
    deleteRepo: (body) => {
      const found = repo(body);
      found.deleted = true;
      store().repositories.delete(found.fullName.toLowerCase());
    },

    /** {repo, user, level: none | read | write | admin} or {repo, user, rights: {code, issues, pulls}} */
    setRights: (body) => {
      const { level = "none", rights = { code: level, issues: level, pulls: level } } = body;
      repo(body).collaborators.set(user(body.user), rights);
    },

    /** {repo, private?, issues?: internal | external | off, pulls?} */
    changeRepo: (body) => {
      const found = repo(body);
      found.isPrivate = body.private ?? found.isPrivate;
      found.units = { issues: body.issues ?? found.units.issues, pulls: body.pulls ?? found.units.pulls };
    },

    /** {repo, name, to} */
    renameLabel: (body) => {
      for (const label of repo(body).labels) if (label.name === body.name) label.name = String(body.to);
    },

    /** {repo, name}: issues keep an archived label */
    archiveLabel: (body) => {
      for (const label of repo(body).labels) if (label.name === body.name) label.archived = true;
    },

    /** {repo, name}: also deletes the label's events */
    deleteLabel: (body) => {
      const found = repo(body);
      found.labels = found.labels.filter(({ name }) => name !== body.name);
      for (const each of found.issues.values()) {
        each.labels = each.labels.filter(({ name }) => name !== body.name);
        for (const event of each.comments.filter(({ payload }) => payload.label?.name === body.name))
          store().erase(event);
      }
    },

    /**
     * {repo, issue, by, changes?: the new ones by path, with `after: null` for a deleted file, above?: new first lines by
     * path, dropped?: paths that are no longer changed, forced?: the server forgets the earlier heads}: returns the new
     * head
     */
    push: (body) => {
      const found = issue(body);
      const pull = found.pull ?? missing("a pull request");
      const before = pull.headSha;
      pull.earlier = [{ sha: before, changes: changesOf(pull) }, ...(pull.earlier ?? [])];
      const { above = {}, changes: pushed = {}, dropped = [], forced = false } = body;
      const kept = changesOf(pull).filter(({ path }) => !dropped.includes(path));
      pull.changes = kept.map((each) => {
        const changed = Object.assign({}, each, pushed[each.path]);
        if (changed.after === null) delete changed.after;
        const lines = above[each.path];
        if (lines !== undefined) changed.after = `${lines}${String(changed.after)}`;
        return changed;
      });
      pull.headSha = digits(`push ${pull.earlier.length} ${pull.headSha}`);
      if (forced) pull.earlier = [];
      for (const review of pull.reviews) review.stale = review.state !== "PENDING";
      const commits = JSON.stringify({
        is_force_push: forced,
        commit_ids: [...(forced ? [before] : []), pull.headSha],
      });
      addEvent(store(), found, user(body.by), "pull_push", { body: commits });
      return { head: pull.headSha };
    },

    /** {repo, issue, checks: [{context, status, description?, target?}]}: of the head */
    setChecks: (body) => {
      const { repo: home, pull } = issue(body);
      const created = store().now();
      const checks = body.checks.map((/** @type {object} */ each, /** @type {number} */ place) => {
        return { id: place + 1, description: "", target: "", created, ...each };
      });
      home.statuses.set(pull?.headSha ?? "", checks);
    },

    /** {repo, issue}: of all reviews, with their comments in order */
    readReviews: (body) => {
      const found = issue(body);
      return (found.pull?.reviews ?? []).map((review) => ({
        id: review.id,
        by: review.user.login,
        state: review.state,
        body: review.body,
        commit: review.commit,
        comments: codeCommentsOf(found, review).map(({ body: text, id, payload, poster }) => {
          return {
            id,
            by: poster.login,
            text,
            path: payload.code?.path,
            line: payload.code?.line,
            old: payload.code?.old,
          };
        }),
      }));
    },

    /** {repo, issue, conflicts?, draft?, mixesReviews?, requested?: logins} */
    changePull: ({ repo: _repo, issue: _issue, requested, ...what }) => {
      const pull = issue({ repo: _repo, issue: _issue }).pull ?? missing("a pull request");
      Object.assign(pull, what, requested === undefined ? {} : { requested: requested.map(user) });
    },

    /** {repo, settings: those of the API} */
    setMerging: (body) => {
      Object.assign(repo(body).merging, body.settings);
    },

    /** {repo, branch, approvals?, checks?} */
    protect: (body) => {
      repo(body).protections.set(body.branch, { approvals: body.approvals ?? 0, checks: body.checks ?? [] });
    },

    /** {by, user, blocked?} */
    block: (body) => {
      const list = user(body.by).blocked;
      if (body.blocked ?? true) list.add(user(body.user));
      else list.delete(user(body.user));
    },

    /** {repo, issue, by, body?}: notifies like a comment, but adds none */
    notify: (body) => notify(store(), issue(body), null, user(body.by), body.body ?? ""),

    /** {user, name, scopes, repositories?: full names}: returns the token */
    createToken: (body) => {
      const secret = body.secret ?? demoToken(body.name);
      const created = store().now();
      store().tokens.set(secret, {
        id: store().nextId("token"),
        name: body.name,
        secret,
        user: user(body.user),
        scopes: body.scopes ?? ["all"],
        repositories: body.repositories?.map((/** @type {string} */ each) => repo({ repo: each })) ?? null,
        created,
        lastUsed: created,
      });
      return { token: secret };
    },

    /** {token} */
    revokeToken: (body) => {
      store().tokens.delete(body.token);
    },

    /** {user, account: active | inactive | prohibited | mustChangePassword} */
    setAccount: (body) => {
      user(body.user).account = body.account;
    },

    /** {user, language} */
    setLanguage: (body) => {
      user(body.user).language = body.language;
    },

    /** {user, over?} */
    setQuota: (body) => {
      user(body.user).overQuota = body.over ?? true;
    },

    /** {cap} */
    setPageCap: (body) => {
      settings().pageCap = body.cap;
    },

    /** {left?}: from now on, lists lack their total number */
    leaveOutTotals: (body) => {
      settings().totals = !(body.left ?? true);
    },

    /** {minutes}: offset east of Greenwich */
    setTimeOffset: (body) => {
      settings().offsetMinutes = body.minutes;
    },

    /** {required?} */
    requireSignIn: (body) => {
      settings().signInRequired = body.required ?? true;
    },

    /** {only?}: removes the newer routes of comments */
    keepOldRoutes: (body) => {
      settings().oldRoutesOnly = body.only ?? true;
    },

    /** {path}: such as `/git`, or empty */
    setSubPath: (body) => {
      settings().subPath = body.path;
    },

    /** {url}: prefix of absolute URLs, for a server with a wrong ROOT_URL */
    setRootUrl: (body) => {
      settings().rootUrl = body.url;
    },

    /** {enabled?, megabytes?} */
    setAttachments: (body) => {
      settings().attachmentsEnabled = body.enabled ?? settings().attachmentsEnabled;
      settings().largestAttachment = body.megabytes ?? settings().largestAttachment;
    },
  };
}

/** @param {string} what @returns {never} */
function missing(what) {
  throw new Error(`no such thing: ${what}`);
}
