/**
 * The records of the issue server. Times are whole seconds since 1970, as on the real servers; 0 means never.
 *
 * @typedef {"none" | "read" | "write" | "admin" | "owner"} Level
 * @typedef {"code" | "issues" | "pulls"} Unit
 * @typedef {Record<Unit, Level>} Rights
 *
 * @typedef {object} User
 * @property {number} id
 * @property {string} login
 * @property {string} fullName
 * @property {string} email
 * @property {boolean} hidesEmail
 * @property {boolean} isAdmin
 * @property {string} language of messages; empty for the language of the request
 * @property {string} password
 * @property {string} pronouns
 * @property {string} description
 * @property {number} created
 * @property {number} lastLogin
 * @property {"active" | "inactive" | "prohibited" | "mustChangePassword"} account
 * @property {Set<User>} blocked
 * @property {boolean} overQuota
 * @property {boolean} deleted
 *
 * @typedef {object} Token
 * @property {number} id
 * @property {string} name
 * @property {string} secret
 * @property {User} user
 * @property {string[]} scopes
 * @property {import("./store.js").Repository[] | null} repositories the only private ones that the token can see; null for all
 * @property {number} created
 * @property {number} lastUsed
 *
 * @typedef {object} Label
 * @property {number} id
 * @property {boolean} [archived]
 * @property {string} name
 * @property {string} color
 * @property {string} description
 * @property {boolean} exclusive
 *
 * @typedef {object} Milestone
 * @property {number} id
 * @property {string} title
 * @property {string} description
 * @property {number} created
 * @property {number} updated
 * @property {number} closed
 * @property {number} due
 *
 * @typedef {object} Attachment
 * @property {number} id
 * @property {string} uuid
 * @property {string} name
 * @property {number} size
 * @property {() => Buffer} content
 * @property {number} created
 * @property {number} downloads
 * @property {import("./store.js").Issue} issue
 *
 * @typedef {object} Reaction
 * @property {User} user
 * @property {string} content
 * @property {number} created
 *
 * @typedef {object} TrackedTime
 * @property {number} id
 * @property {User} user
 * @property {number} seconds
 * @property {number} created
 *
 * @typedef {object} Review
 * @property {number} id
 * @property {User} user
 * @property {"APPROVED" | "COMMENT" | "REQUEST_CHANGES" | "REQUEST_REVIEW" | "PENDING"} state
 * @property {string} body
 * @property {string} commit
 * @property {boolean} stale
 * @property {boolean} official
 * @property {boolean} dismissed
 * @property {number} submitted
 * @property {number} updated
 *
 * @typedef {object} Pull
 * @property {number} id
 * @property {string} base branch
 * @property {string} head branch
 * @property {string} baseSha
 * @property {string} headSha
 * @property {string} mergeBase
 * @property {boolean} draft
 * @property {number} merged
 * @property {User | null} mergedBy
 * @property {string} mergeSha
 * @property {number} additions
 * @property {number} deletions
 * @property {number} files
 * @property {Review[]} reviews
 * @property {User[]} requested
 * @property {string[]} [requestedTeams] by name
 * @property {readonly Change[]} [changes] absent for a pull request that adds one file
 * @property {{ sha: string, changes: readonly Change[] }[]} [earlier] heads before the last push
 * @property {boolean} [conflicts] with the base
 * @property {import("./store.js").Repository} [fork] the repository of the head branch, if it is another one
 * @property {boolean} [headDeleted] the head branch is gone
 * @property {boolean} [mixesReviews] another client of the same person posts at the same time as the next review
 * @property {{ style: string, title: string, text: string }} [message] that the merge was requested with
 *
 * @typedef {string | Buffer | { submodule: string, url: string }} Content of a file; a submodule has a commit
 *
 * @typedef {object} Change
 * @property {string} path
 * @property {string} [from] the path before a rename
 * @property {Content} [before] absent for a new file
 * @property {Content} [after] absent for a deleted file
 *
 * @typedef {object} Branch
 * @property {string} sha
 * @property {number} ahead how many commits it has that the default branch doesn't have
 *
 * @typedef {object} CommitStatus
 * @property {number} id
 * @property {string} status
 * @property {string} context
 * @property {string} description
 * @property {string} target
 * @property {number} created
 *
 * @typedef {object} Payload data of a comment or event beyond its text; each type has its own fields
 * @property {Label} [label]
 * @property {Milestone | null} [milestone]
 * @property {Milestone | null} [oldMilestone]
 * @property {User} [assignee]
 * @property {boolean} [removed] the assignee or reviewer was removed
 * @property {string} [oldTitle]
 * @property {string} [newTitle]
 * @property {string} [oldRef]
 * @property {string} [newRef]
 * @property {import("./store.js").Issue} [refIssue] the issue that contains the reference
 * @property {Comment} [refComment]
 * @property {"none" | "closes" | "reopens" | "neutered"} [refAction]
 * @property {string} [commit]
 * @property {import("./store.js").Issue} [dependent]
 * @property {TrackedTime} [time]
 * @property {Review} [review]
 * @property {number} [project]
 * @property {number} [oldProject]
 * @property {{ path: string, line: number, extra?: number, hunk: string, old?: boolean, commit?: string, resolver?: User }} [code] `extra` lines after the first one, since Forgejo 16; `old` for a line before the change
 *
 * @typedef {object} Comment a plain comment, or any other record of the timeline
 * @property {number} id
 * @property {import("./store.js").Issue} issue
 * @property {string} type
 * @property {User} poster
 * @property {string} body
 * @property {number} created
 * @property {number} updated
 * @property {Attachment[]} attachments
 * @property {Reaction[]} reactions
 * @property {boolean} deleted
 * @property {Payload} payload
 *
 * @typedef {object} Notification
 * @property {number} id
 * @property {User} user
 * @property {import("./store.js").Issue} issue
 * @property {Comment | null} comment
 * @property {"unread" | "read" | "pinned"} status
 * @property {number} updated
 *
 * @typedef {object} Settings settings that actions change while the service runs
 * @property {string} subPath prefix of every route, such as `/git`; empty for none
 * @property {string} rootUrl prefix of absolute URLs; empty for the service's own origin and sub-path
 * @property {number} pageCap
 * @property {boolean} totals lists include their total number
 * @property {number} offsetMinutes of the server's time zone
 * @property {boolean} signInRequired
 * @property {boolean} oldRoutesOnly comments can be changed only below their issue
 * @property {boolean} attachmentsEnabled
 * @property {number} largestAttachment in MiB
 *
 * @typedef {object} World
 * @property {import("./store.js").Store} store
 * @property {import("./personalities.js").Personality} personality
 * @property {Settings} settings
 *
 * @typedef {import("../core/service.js").Request} Request
 * @typedef {import("../core/service.js").Answer} Answer
 *
 * @typedef {object} Call a request that is being handled
 * @property {World} world
 * @property {Request} request
 * @property {Record<string, string>} at the path parameters, decoded
 * @property {User | undefined} doer the requester
 * @property {Token | undefined} token
 * @property {Record<string, string>} headers of the response
 *
 * @typedef {Call & { repo: import("./store.js").Repository }} RepoCall
 */

/** All valid reactions. */
export const REACTIONS = new Set(["+1", "-1", "laugh", "hooray", "confused", "heart", "rocket", "eyes"]);
