// The schemes of files that the wing provides.
/** Drafts of comments are files of one scheme, those of issues of another. */
export const COMMENT_SCHEME = "triptych-comment";
export const ISSUE_SCHEME = "triptych-issue";

/** The scheme of a merge: of its input texts and of its result. */
export const MERGE_SCHEME = "triptych-merge";

/** The scheme of a file at one end of a pull request. */
export const PULL_SCHEME = "triptych-pull";
