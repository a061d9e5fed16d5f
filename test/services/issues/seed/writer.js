// Writes the initial content of the issue server, as if people had used it.
import { createHash } from "node:crypto";
import { addEvent, addReferences } from "../changes.js";
import { Issue, Repository } from "../store.js";

/**
 * Each event also updates its issue.
 *
 * @typedef {import("../types.js").User} User
 * @typedef {import("../types.js").Payload} Payload
 * @typedef {import("../types.js").Comment} Comment
 * @typedef {import("../types.js").Pull} Pull
 * @typedef {import("../types.js").Review} Review
 * @typedef {import("../types.js").Level} Level
 */

/** Events that not every server emits. */
const OPTIONAL = new Set(["project", "project_board", "change_time_estimate"]);

/** @param {string} moment such as `2026-08-14 07:41` or with seconds, in UTC */
export const at = (moment) => Date.parse(`${moment.replace(" ", "T")}Z`) / 1000;

/** Returns a demo token: the hex code of its name, padded with zeros. @param {string} name */
export const demoToken = (name) => Buffer.from(name).toString("hex").padEnd(40, "0");

export class Writer {
  /** @param {import("../store.js").Store} store @param {import("../personalities.js").Personality} personality */
  constructor(store, personality) {
    this.store = store;
    this.personality = personality;
    /** True if texts add references to the issues that they mention. */
    this.refers = true;
  }

  /** @param {Issue} source @param {User} by @param {string} text @param {number} created @param {Comment} [comment] */
  #addReferences(source, by, text, created, comment) {
    if (this.refers) addReferences(this.store, source, by, text, comment, created);
  }

  /** @param {string} login @param {Partial<User>} [more] @returns {User} */
  user(login, more = {}) {
    /** @type {User} */
    const user = {
      id: this.store.nextId("user"),
      login,
      fullName: "",
      email: `${login}@example.test`,
      hidesEmail: false,
      isAdmin: false,
      language: "",
      password: `${login}-password`,
      pronouns: "",
      description: "",
      created: at("2026-01-05 08:00"),
      lastLogin: at("2026-10-30 08:00"),
      account: "active",
      blocked: new Set(),
      overQuota: false,
      deleted: false,
      ...more,
    };
    this.store.users.set(login.toLowerCase(), user);
    return user;
  }

  /** @param {string} login */
  named(login) {
    const user = this.store.user(login);
    if (user === undefined) throw new Error(`no user ${login}`);
    return user;
  }

  /** @param {string} name determines the token @param {string} login @param {string[]} [scopes] @param {Repository[]} [only] */
  token(name, login, scopes = ["all"], only) {
    const secret = demoToken(name);
    const created = at("2026-01-05 08:00");
    const id = this.store.nextId("token");
    const user = this.named(login);
    this.store.tokens.set(secret, {
      id,
      name,
      secret,
      user,
      scopes,
      repositories: only ?? null,
      created,
      lastUsed: created,
    });
  }

  /**
   * @param {string} owner
   * @param {string} name
   * @param {{ created?: string, description?: string, language?: string, isPrivate?: boolean, archived?: string,
   *   units?: Repository["units"], stars?: number, collaborators?: Record<string, Level> }} [more]
   */
  repo(owner, name, { created = "2026-02-02 09:00", archived, collaborators = {}, ...more } = {}) {
    const repo = new Repository({
      id: this.store.nextId("repo"),
      owner: this.named(owner),
      name,
      created: at(created),
    });
    Object.assign(repo, more, archived === undefined ? {} : { archived: at(archived) });
    for (const [login, level] of Object.entries(collaborators)) {
      repo.collaborators.set(this.named(login), { code: level, issues: level, pulls: level });
    }
    return this.store.keep(repo);
  }

  /** @param {string} login @param {readonly (readonly [string, string, string])[]} labels name, color and description of each */
  organization(login, labels) {
    const held = labels.map(([name, color, description]) => {
      return { id: this.store.nextId("organizationLabel") + 9000, name, color, description, exclusive: false };
    });
    this.store.organizations.set(this.named(login), held);
  }

  /** @param {Repository} repo @param {string} name @param {string} color @param {string} description @param {number} [id] */
  label(repo, name, color, description, id = this.store.nextId("label")) {
    repo.labels.push({ id, name, color, description, exclusive: name.includes("/") });
  }

  /** @param {Repository} repo @param {string} title @param {string} description @param {{ due?: string, closed?: string }} [more] */
  milestone(repo, title, description, { due, closed } = {}) {
    const created = repo.created;
    const milestone = {
      id: this.store.nextId("milestone"),
      title,
      description,
      created,
      updated: created,
      closed: closed === undefined ? 0 : at(closed),
      due: due === undefined ? 0 : at(due),
    };
    repo.milestones.push(milestone);
    return milestone;
  }

  /** @param {Repository} repo @param {string} by @param {string} moment @param {string} title @param {string} body @param {number} [number] */
  issue(repo, by, moment, title, body, number = repo.lastNumber + 1) {
    const created = at(moment);
    const poster = this.named(by);
    const issue = new Issue({ id: this.store.nextId("issue"), repo, number, poster, title, body, created });
    repo.lastNumber = Math.max(repo.lastNumber, number);
    repo.updated = Math.max(repo.updated, created);
    repo.issues.set(number, issue);
    this.#addReferences(issue, poster, body, created);
    return issue;
  }

  /**
   * @param {Repository} repo
   * @param {string} by
   * @param {string} moment
   * @param {string} title
   * @param {string} body
   * @param {Partial<Pull> & { head: string, number?: number }} more
   */
  pull(repo, by, moment, title, body, { number, ...more }) {
    const issue = this.issue(repo, by, moment, title, "", number);
    issue.body = body;
    issue.pull = {
      id: this.store.nextId("pull"),
      base: "main",
      baseSha: digits(`base ${title}`),
      headSha: digits(`head ${title}`),
      mergeBase: digits(`fork ${title}`),
      draft: false,
      merged: 0,
      mergedBy: null,
      mergeSha: "",
      additions: 3,
      deletions: 0,
      files: 1,
      reviews: [],
      requested: [],
      ...more,
    };
    this.#addReferences(issue, this.named(by), body, at(moment));
    return issue;
  }

  /** @param {Issue} issue @param {string} by @param {string} moment @param {string} body @param {number} [id] */
  say(issue, by, moment, body, id) {
    const comment = this.event(issue, by, moment, "comment", { body }, id);
    this.#addReferences(issue, this.named(by), body, at(moment), comment);
    return comment;
  }

  /** @param {Issue} issue @param {string} by @param {string} moment @param {string} type @param {Payload & { body?: string }} [what] @param {number} [id] @returns {Comment} */
  event(issue, by, moment, type, { body = "", ...payload } = {}, id) {
    const poster = this.named(by);
    const created = at(moment);
    const known = id === undefined ? {} : { id };
    const event = addEvent(this.store, issue, poster, type, { body, created, payload, ...known });
    this.#follow(issue, event);
    if (OPTIONAL.has(type) && !this.personality.events.includes(type)) this.store.erase(event);
    return event;
  }

  /** Applies an event to its issue. @param {Issue} issue @param {Comment} event */
  #follow(issue, { type, payload, created, body }) {
    const { label, assignee, milestone, review } = payload;
    const without = (/** @type {readonly any[]} */ list, /** @type {unknown} */ one) =>
      list.filter((each) => each !== one);
    if (type === "close") issue.closed = created;
    else if (type === "reopen") issue.closed = 0;
    else if (type === "lock" || type === "unlock") issue.locked = type === "lock";
    else if (type === "pin") issue.repo.pinned.push(issue);
    else if (type === "unpin") issue.repo.pinned = without(issue.repo.pinned, issue);
    else if (type === "change_title") issue.title = payload.newTitle ?? issue.title;
    else if (type === "milestone") issue.milestone = milestone ?? null;
    else if (type === "label" && label !== undefined) {
      issue.labels = [...without(issue.labels, label), ...(body === "1" ? [label] : [])];
    } else if (type === "assignees" && assignee !== undefined) {
      issue.assignees = [...without(issue.assignees, assignee), ...(payload.removed === true ? [] : [assignee])];
    } else if (type === "add_dependency" && payload.dependent !== undefined) issue.dependencies.push(payload.dependent);
    else if (type === "remove_dependency") issue.dependencies = without(issue.dependencies, payload.dependent);
    else if (type === "merge_pull" && issue.pull !== null) Object.assign(issue, { closed: created });
    else if (type === "review_request" && assignee !== undefined && issue.pull !== null) {
      issue.pull.requested = [
        ...without(issue.pull.requested, assignee),
        ...(payload.removed === true ? [] : [assignee]),
      ];
    } else if (type === "dismiss_review" && review !== undefined) review.dismissed = true;
    else if (payload.time !== undefined) issue.times.push(payload.time);
  }

  /**
   * @param {Issue} issue
   * @param {string} by
   * @param {string} moment
   * @param {Review["state"]} state
   * @param {string} body
   * @param {{ ids?: number[], id?: number, official?: boolean, stale?: boolean,
   *   notes?: { path: string, line: number, extra?: number, hunk: string, text: string, old?: boolean, resolver?: User }[] }} [more] `ids` of the timeline entries: those of the notes, then that of the review
   */
  review(issue, by, moment, state, body, { ids = [], notes = [], official = true, stale = false, id } = {}) {
    const user = this.named(by);
    const [submitted, updated] = [at(moment), at(moment)];
    /** @type {Review} */
    const review = {
      id: id ?? this.store.nextId("review"),
      user,
      state,
      body,
      commit: issue.pull?.headSha ?? "",
      stale,
      official,
      dismissed: false,
      submitted,
      updated,
    };
    issue.pull?.reviews.push(review);
    for (const [place, { text, ...code }] of notes.entries()) {
      this.event(issue, by, moment, "code", { body: text, review, code }, ids[place]);
    }
    // The timeline gets an entry for a review once it is submitted.
    if (state !== "PENDING") this.event(issue, by, moment, "review", { body, review }, ids[notes.length]);
    return review;
  }

  /** @param {string} by @param {string} moment @param {number} seconds */
  time(by, moment, seconds) {
    return { id: this.store.nextId("time"), user: this.named(by), seconds, created: at(moment) };
  }

  /** @param {Issue | Comment} holder @param {string} name @param {string} moment @param {Buffer} content */
  attach(holder, name, moment, content) {
    const issue = holder instanceof Issue ? holder : holder.issue;
    const file = this.store.attach(issue, { name, size: content.length, content: () => content, created: at(moment) });
    holder.attachments.push(file);
    return file;
  }

  /** @param {{ reactions: import("../types.js").Reaction[], created: number }} holder @param {Record<string, string>} byLogin */
  react(holder, byLogin) {
    for (const [login, contents] of Object.entries(byLogin)) {
      for (const content of contents.split(" ")) {
        holder.reactions.push({ user: this.named(login), content, created: holder.created + 60 });
      }
    }
  }

  /** @param {string} login @param {Issue} issue @param {Comment | null} comment @param {string} moment @param {"unread" | "read" | "pinned"} [status] */
  notify(login, issue, comment, moment, status = "unread") {
    const id = this.store.nextId("notification");
    this.store.notifications.push({ id, user: this.named(login), issue, comment, status, updated: at(moment) });
  }
}

/** Returns 40 hex digits for the ID of a commit. @param {string} text */
export function digits(text) {
  return createHash("sha1").update(text).digest("hex");
}
