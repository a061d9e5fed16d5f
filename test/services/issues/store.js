// The data of the issue server: users, tokens, repositories, issues, comments and notifications.
import { createHash } from "node:crypto";

/**
 * @typedef {import("./types.js").User} User
 * @typedef {import("./types.js").Token} Token
 * @typedef {import("./types.js").Rights} Rights
 * @typedef {import("./types.js").Label} Label
 * @typedef {import("./types.js").Milestone} Milestone
 * @typedef {import("./types.js").Attachment} Attachment
 * @typedef {import("./types.js").Reaction} Reaction
 * @typedef {import("./types.js").TrackedTime} TrackedTime
 * @typedef {import("./types.js").Pull} Pull
 * @typedef {import("./types.js").Comment} Comment
 * @typedef {import("./types.js").Payload} Payload
 * @typedef {import("./types.js").Notification} Notification
 */

/** The user that replaces a deleted one. @type {User} */
export const GHOST = {
  id: -1,
  login: "Ghost",
  fullName: "",
  email: "ghost@localhost",
  hidesEmail: true,
  isAdmin: false,
  language: "",
  password: "",
  pronouns: "",
  description: "",
  created: 0,
  lastLogin: 0,
  account: "active",
  blocked: new Set(),
  overQuota: false,
  deleted: false,
};

/** A repository; its content may be generated on the first request for it. */
export class Repository {
  /** @param {{ id: number, owner: User, name: string, created: number }} fields */
  constructor({ id, owner, name, created }) {
    this.id = id;
    this.owner = owner;
    this.name = name;
    this.description = "";
    this.language = "";
    this.isPrivate = false;
    /** When it was archived; 0 if it isn't. */
    this.archived = 0;
    this.created = created;
    this.updated = created;
    this.stars = 0;
    this.deleted = false;
    /** @type {{ issues: "internal" | "external" | "off", pulls: boolean }} */
    this.units = { issues: "internal", pulls: true };
    /** @type {Map<User, Rights>} */
    this.collaborators = new Map();
    /** @type {Label[]} */
    this.labels = [];
    /** @type {Milestone[]} */
    this.milestones = [];
    /** @type {Issue[]} */
    this.pinned = [];
    this.lastNumber = 0;
    /** The checks of commits. @type {Map<string, import("./types.js").CommitStatus[]>} */
    this.statuses = new Map();
    /** What the repository's settings say about merging. @type {Record<string, boolean | string>} */
    this.merging = {};
    /** Branches whose protection requires these checks. @type {Map<string, { approvals: number, checks: string[] }>} */
    this.protections = new Map();
    /** The names of the teams with access, if the owner is an organization. @type {string[] | undefined} */
    this.teams = undefined;
    /** The repository that this one is a fork of. @type {Repository | null} */
    this.parent = null;
    /** Branches that no pull request has, by name. @type {Map<string, import("./types.js").Branch>} */
    this.branches = new Map();
    /** @type {Map<number, Issue>} */
    this.written = new Map();
    /** @type {(() => void) | undefined} */
    this.unwritten = undefined;
  }

  get fullName() {
    return `${this.owner.login}/${this.name}`;
  }

  /** By number. */
  get issues() {
    const write = this.unwritten;
    this.unwritten = undefined;
    write?.();
    return this.written;
  }
}

/** An issue or a pull request; its comments and events may be generated on the first request for them. */
export class Issue {
  /** @param {{ id: number, repo: Repository, number: number, poster: User, title: string, body: string, created: number }} fields */
  constructor({ id, repo, number, poster, title, body, created }) {
    this.id = id;
    this.repo = repo;
    this.number = number;
    this.poster = poster;
    this.title = title;
    this.body = body;
    this.ref = "";
    this.created = created;
    this.updated = created;
    this.closed = 0;
    this.due = 0;
    this.locked = false;
    this.contentVersion = 0;
    this.timeEstimate = 0;
    /** @type {Label[]} */
    this.labels = [];
    /** @type {Milestone | null} */
    this.milestone = null;
    /** @type {User[]} */
    this.assignees = [];
    /** @type {Pull | null} */
    this.pull = null;
    /** @type {Attachment[]} */
    this.attachments = [];
    /** @type {Reaction[]} */
    this.reactions = [];
    /** @type {Map<User, boolean>} */
    this.subscriptions = new Map();
    /** @type {Issue[]} */
    this.dependencies = [];
    /** @type {TrackedTime[]} */
    this.times = [];
    /** @type {Comment[]} */
    this.written = [];
    /** Number of plain comments and reviews before they are generated. */
    this.promised = 0;
    /** @type {(() => void) | undefined} */
    this.unwritten = undefined;
  }

  /** Everything on the timeline, oldest first. */
  get comments() {
    const write = this.unwritten;
    this.unwritten = undefined;
    write?.();
    return this.written;
  }

  get commentCount() {
    if (this.unwritten !== undefined) return this.promised;
    return this.written.filter(({ type }) => type === "comment" || type === "review").length;
  }

  get unit() {
    return this.pull === null ? /** @type {const} */ ("issues") : /** @type {const} */ ("pulls");
  }
}

/** All data of the service. */
export class Store {
  /** @param {import("../core/clock.js").Clock} clock */
  constructor(clock) {
    this.clock = clock;
    /** @type {Map<string, User>} by lower-case login */
    this.users = new Map();
    /** @type {Map<string, Token>} by secret */
    this.tokens = new Map();
    /** @type {Map<string, Repository>} by lower-case full name */
    this.repositories = new Map();
    /** @type {Map<string, Repository>} old full names */
    this.oldNames = new Map();
    /** @type {Map<string, User>} old logins */
    this.oldLogins = new Map();
    /** @type {Map<number, Comment>} */
    this.comments = new Map();
    /** IDs of comments that are not generated yet. @type {{ first: number, last: number, write: () => void }[]} */
    this.reserved = [];
    /** @type {Map<string, Attachment>} by uuid */
    this.attachments = new Map();
    /** The labels of organizations. @type {Map<User, Label[]>} */
    this.organizations = new Map();
    /** @type {Notification[]} */
    this.notifications = [];
    /** The last ID of each kind. @type {Map<string, number>} */
    this.ids = new Map();
  }

  now() {
    return Math.floor(this.clock.now() / 1000);
  }

  /** Returns the next ID of a kind or, with `count`, the first of that many. @param {string} kind @param {number} [count] */
  nextId(kind, count = 1) {
    const last = this.ids.get(kind) ?? 0;
    this.ids.set(kind, last + count);
    return last + 1;
  }

  /** @param {string} login @returns {User | undefined} */
  user(login) {
    return this.users.get(login.toLowerCase());
  }

  /** @param {string} owner @param {string} name @returns {Repository | undefined} */
  repository(owner, name) {
    return this.repositories.get(`${owner}/${name}`.toLowerCase());
  }

  /** @param {Repository} repo */
  keep(repo) {
    this.repositories.set(repo.fullName.toLowerCase(), repo);
    return repo;
  }

  /** @param {number} id @returns {Comment | undefined} */
  comment(id) {
    const found = this.comments.get(id);
    if (found !== undefined) return found.deleted ? undefined : found;
    const place = this.reserved.findIndex(({ first, last }) => id >= first && id <= last);
    if (place < 0) return undefined;
    const [range] = this.reserved.splice(place, 1);
    range?.write();
    return this.comment(id);
  }

  /**
   * Puts a comment or event on a timeline.
   * @param {Issue} issue
   * @param {{ type: string, poster: User, body?: string, created: number, id?: number, payload?: Payload }} fields
   */
  record(issue, { type, poster, body = "", created, id = this.nextId("comment"), payload = {} }) {
    /** @type {Comment} */
    const comment = {
      id,
      issue,
      type,
      poster,
      body,
      created,
      updated: created,
      attachments: [],
      reactions: [],
      deleted: false,
      payload,
    };
    this.comments.set(id, comment);
    const { comments } = issue;
    comments.push(comment);
    const before = comments.at(-2);
    if (before !== undefined && (before.created > created || (before.created === created && before.id > id))) {
      comments.sort((one, other) => one.created - other.created || one.id - other.id);
    }
    return comment;
  }

  /** @param {import("./types.js").Comment} comment */
  erase(comment) {
    comment.deleted = true;
    const { comments } = comment.issue;
    comments.splice(comments.indexOf(comment), 1);
    for (const { uuid } of comment.attachments) this.attachments.delete(uuid);
  }

  /**
   * @param {Issue} issue
   * @param {{ name: string, content: () => Buffer, size: number, created: number }} file
   */
  attach(issue, { name, content, size, created }) {
    const id = this.nextId("attachment");
    const digits = createHash("sha256").update(`${issue.repo.fullName}/${issue.number}/${id}`).digest("hex");
    const uuid = [digits.slice(0, 8), digits.slice(8, 12), `4${digits.slice(13, 16)}`, `a${digits.slice(17, 20)}`]
      .concat(digits.slice(20, 32))
      .join("-");
    /** @type {Attachment} */
    const attachment = { id, uuid, name, size, content, created, downloads: 0, issue };
    this.attachments.set(uuid, attachment);
    return attachment;
  }
}
