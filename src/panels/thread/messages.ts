// What the thread panel and the extension say to each other. Types only. Words for the reader come ready from the
// extension; what strangers wrote is text, and Markdown only where it is called so.
import type { IconName } from "../kit/icons.ts";

/** As the kit has them; its own modules need a page around them, which the extension has not. */
export type Tone = "good" | "done" | "caution" | "bad" | "news" | "";
export type CommentAct = "react" | "quote" | "edit" | "delete" | "link";
export type ImageState =
  | { readonly kind: "loading" }
  | { readonly kind: "shown"; readonly source: string }
  /** Its server leads to another host, which knows nothing of the reader yet. */
  | { readonly kind: "elsewhere"; readonly host: string }
  | { readonly kind: "failed"; readonly reason: string };

/** A part of a sentence. */
export type Piece =
  | { readonly is: "text" | "strong" | "code" | "struck" | "quiet"; readonly text: string }
  | { readonly is: "link"; readonly text: string; readonly href: string; readonly code?: boolean }
  | { readonly is: "label"; readonly label: LabelView }
  /** Milliseconds since 1970. */
  | { readonly is: "time"; readonly at: number };

export type Sentence = readonly Piece[];

export interface LabelView {
  readonly name: string;
  readonly colour: string;
  readonly description: string;
}

/** What can be done about something, by its id for the extension. */
export interface ActionView {
  readonly id: ActionId;
  readonly word: string;
  /** What it is about, where that is not the thread. */
  readonly about?: string;
}

export type ActionId =
  | "refresh"
  | "editIssue"
  | "setLabels"
  | "setMilestone"
  | "assign"
  | "openOnWeb"
  | "signIn"
  | "openSettings"
  | "showLog"
  | "manageImageHosts"
  | "showComment"
  | "openDraft"
  | "copyDraft"
  | "postAgain"
  | "sendAnyway"
  | "removeSecond";

export interface CommentView {
  readonly kind: "comment";
  readonly id: string;
  /** It is what the thread is about, and no comment. */
  readonly first?: true;
  readonly who: string;
  /** What the author is to the repository and to the thread: "Owner · Author". */
  readonly standing: string;
  /** ISO 8601, as the kit takes it. */
  readonly at: string;
  readonly edited: string;
  readonly markdown: string;
  /** Where that is only the beginning of a very long text. */
  readonly more?: MoreView;
  /** Of a review: its comments on lines. */
  readonly notes?: readonly NoteView[];
  /** Of a review: what of it can't be shown. */
  readonly missing?: { readonly words: string; readonly link: string; readonly href: string };
  /** What stands beside the name: "approved these changes". */
  readonly beside?: { readonly icon: IconName; readonly tone: Tone; readonly words: string };
  readonly can: readonly CommentAct[];
  /** For the menu that VS Code shows. */
  readonly context: string;
  readonly files: readonly FileView[];
  /** It came since the reader looked last. */
  readonly fresh?: true;
  /** Of the first that is new: how many are. */
  readonly news?: string;
}

/** A file that is attached to a text. */
export interface FileView {
  readonly name: string;
  readonly size: string;
  readonly href: string;
  /** It is drawn below the text. */
  readonly isImage: boolean;
}

/** What there is of a text beyond what the panel has. */
export interface MoreView {
  /** How many characters the panel has. */
  readonly from: number;
  readonly words: string;
  readonly show: string;
  readonly take: string;
}

/** The next slice of a long text, which is shown as it was written. */
export interface MoreMessage {
  readonly type: "more";
  readonly of: string;
  readonly from: number;
  readonly text: string;
  readonly more?: MoreView;
}

/** A comment on a line of a change. */
export interface NoteView {
  readonly id: string;
  /** Empty for the author of the review. */
  readonly who: string;
  readonly at: string;
  readonly edited: string;
  readonly markdown: string;
  /** "1,000 of 5,000 characters are shown.", or nothing. */
  readonly cut: string;
  readonly path: string;
  /** "Line 41" */
  readonly where: string;
  /** One unified hunk; empty where the change leaves the line alone. */
  readonly patch: string;
  readonly language: string;
  /** The branch has changed since. */
  readonly outdated: boolean;
  /** "Resolved by nadia", or nothing. */
  readonly resolved: string;
  readonly href: string;
}

export interface EventView {
  readonly kind: "event";
  readonly id: string;
  readonly icon: IconName;
  readonly at: string;
  readonly sentence: Sentence;
  /** The events that the sentence sums up, if it does. */
  readonly inside: readonly EventView[];
  readonly action?: ActionView;
}

export type LineView = CommentView | EventView;

/** What stands at the side. */
export interface FactView {
  readonly heading: string;
  readonly labels?: readonly LabelView[];
  readonly people?: readonly string[];
  readonly sentence?: Sentence;
  /** What changes it, where the reader may. */
  readonly change?: ActionView;
}

/** Where one is, which is known before anything is read. */
export interface WhereView {
  readonly repository: { readonly name: string; readonly href: string; readonly host: string };
  readonly number: string;
  readonly words: { readonly tools: string; readonly refresh: string; readonly openOnWeb: string };
}

/** Where a text stands, which decides what its addresses and references mean. */
export interface HomeView {
  /** The address of the server, without a slash at the end. */
  readonly server: string;
  /** `owner/name`. */
  readonly repository: string;
  /** Where threads are kept elsewhere: an address with {user}, {repo} and {index}. */
  readonly tracker?: { readonly format: string; readonly style: "numeric" | "alphanumeric" };
  /** The names of the server's own signs, as `:codeberg:`. */
  readonly signs: readonly string[];
  /** On Gitea `:b:` is a sign only if no letter, digit or colon follows; a Forgejo draws it in `a:b:c` too. */
  readonly signsEndWords: boolean;
}

export interface ThreadView extends WhereView {
  readonly title: string;
  readonly state: { readonly word: string; readonly icon: IconName; readonly tone: Tone };
  readonly under: readonly Sentence[];
  readonly facts: readonly FactView[];
  /** What is still under way, where not everything is there yet. */
  readonly rest?: string;
  /** The names of the reactions that one may choose from; none where one may not react. */
  readonly reactions: readonly string[];
  /** Title and description may be changed. */
  readonly mayEdit: boolean;
  readonly counts: { readonly all: number; readonly comments: number; readonly events: number };
  readonly home: HomeView;
  /** The servers whose threads are opened here and not in the browser. */
  readonly servers: readonly string[];
  /** Where nothing was written yet. */
  readonly empty?: { readonly heading: string; readonly words: string };
  readonly readAt: number;
  readonly words: ThreadWords;
}

export interface ThreadWords {
  readonly tools: string;
  readonly refresh: string;
  readonly openOnWeb: string;
  readonly timeline: string;
  readonly kinds: string;
  readonly all: string;
  readonly comments: string;
  readonly events: string;
  readonly facts: string;
  readonly newestFirst: string;
  readonly oldestFirst: string;
  readonly search: string;
  readonly dates: string;
  readonly since: string;
  readonly before: string;
  /** "{0} of {1} shown" */
  readonly shown: string;
  readonly showAll: string;
  readonly nothing: string;
  readonly nothingNext: string;
  readonly react: string;
  readonly edit: string;
  readonly keys: {
    /** Also the name of the button that opens the list. */
    readonly title: string;
    readonly close: string;
    readonly list: readonly { readonly keys: readonly string[]; readonly words: string }[];
  };
}

/** How the reply stands; where it is missing, none can be written. */
export interface WriteView {
  readonly who: string;
  readonly label: string;
  readonly text: string;
  readonly status: string;
  readonly icon: IconName;
  readonly tone: Tone;
  readonly sending: boolean;
  /** "Close Issue" and "Close with Comment", or to reopen it, where the reader may; the second posts the text first. */
  readonly close?: { readonly alone: string; readonly withText: string };
}

export interface BannerView {
  readonly kind: "info" | "caution" | "failed" | "done";
  readonly icon: IconName | "";
  readonly strong: string;
  readonly words: string;
  readonly actions: readonly ActionView[];
  /** Over the thread, or beside the box where one writes. */
  readonly place: "top" | "write";
}

export type FromExtension =
  | { readonly type: "reading"; readonly where: WhereView; readonly words: string }
  | {
      readonly type: "failed";
      readonly where: WhereView;
      readonly heading: string;
      readonly words: string;
      readonly actions: readonly ActionView[];
    }
  | { readonly type: "thread"; readonly thread: ThreadView }
  | LinesMessage
  | MoreMessage
  | { readonly type: "reactions"; readonly of: string; readonly reactions: readonly ReactionView[] }
  | { readonly type: "write"; readonly write: WriteView | undefined }
  | { readonly type: "banners"; readonly banners: readonly BannerView[] }
  | { readonly type: "busy"; readonly busy: boolean }
  /** Bring this comment into sight. */
  | { readonly type: "show"; readonly id: string }
  | { readonly type: "image"; readonly url: string; readonly state: ImageState }
  /** Those whose images the reader always wants to see. */
  | { readonly type: "hosts"; readonly hosts: readonly string[] };

/**
 * A part of the lines: the description first, then everything in the order in which it happened. Long threads come in
 * several; those that the page has already are not sent again.
 */
export interface LinesMessage {
  readonly type: "lines";
  /** The place of the first. */
  readonly at: number;
  readonly lines: readonly LineView[];
  /** How many there are in all. */
  readonly of: number;
  /** Nothing more comes of this round. */
  readonly last: boolean;
}

export interface ReactionView {
  /** The server's name for it: "+1". */
  readonly id: string;
  /** The other people who reacted so. */
  readonly people: readonly string[];
  readonly own: boolean;
}

export type FromPanel =
  | { readonly type: "action"; readonly id: ActionId; readonly about?: string | undefined }
  | { readonly type: "act"; readonly act: CommentAct; readonly id: string }
  | { readonly type: "typed"; readonly text: string }
  | { readonly type: "post"; readonly text: string }
  | { readonly type: "editor"; readonly text: string }
  /** Close or reopen the issue, after the text was posted if there is one. */
  | { readonly type: "close"; readonly text: string }
  /** Check or uncheck the box in this line of a text, counted from 0. */
  | { readonly type: "tick"; readonly id: string; readonly line: number; readonly done: boolean }
  | { readonly type: "image"; readonly url: string; readonly agreed: boolean; readonly always: boolean }
  /** These comments are looked at; the description goes by the id that its line has. */
  | { readonly type: "sight"; readonly ids: readonly string[] }
  | { readonly type: "react"; readonly id: string; readonly reaction: string; readonly on: boolean }
  /** Send what follows the characters that are there, or take the whole text to an editor or a file. */
  | { readonly type: "more"; readonly id: string; readonly from: number }
  | { readonly type: "takeText"; readonly id: string }
  /** Open this thread of a server that is known. */
  | { readonly type: "follow"; readonly href: string };

/** Where the reader was, and what was chosen and open. */
export interface Place {
  /** The line at the top of what is seen, and how far its top is from there; nothing while the title is in sight. */
  readonly top?: { readonly key: string; readonly offset: number };
  readonly scroll: number;
  readonly kind: "all" | "comments" | "events";
  readonly newestFirst: boolean;
  readonly since: string;
  readonly before: string;
  readonly words: string;
  /** The lines that are unfolded. */
  readonly open: readonly string[];
}
