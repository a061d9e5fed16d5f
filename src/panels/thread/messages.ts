// Messages that the extension sends to the thread panel; types only. Strings for the reader arrive translated. Foreign
// text is plain text, and Markdown only if its field says so. protocol.ts declares what the panel sends.
import type { ImageState } from "../kit/text/image-state.ts";
import type { CommentAct } from "../kit/events.ts";
import type { IconName, Tone } from "../kit/icons.ts";
import type { Home } from "../kit/markdown/server-links.ts";
import type { Banner, Empty } from "../kit/content/content-model.ts";
import type { ActionId, FromPanel } from "./protocol.ts";

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
  readonly color: string;
  readonly description: string;
}

/** An action that the extension performs, and its label. */
export interface ActionView {
  readonly id: ActionId;
  readonly label: string;
  /** Subject of the action, if it is not the thread. */
  readonly about?: string;
}

export interface CommentView {
  readonly kind: "comment";
  readonly id: string;
  /** The description of the issue, not a comment. */
  readonly first?: true;
  readonly who: string;
  /** The author's role in the repository and the thread: "Owner · Author". */
  readonly authorRole: string;
  /** ISO 8601. */
  readonly at: string;
  readonly edited: string;
  readonly markdown: string;
  /** Set if the text is only the beginning of a very long one. */
  readonly more?: MoreView;
  /** Comments on lines, for a review. */
  readonly notes?: readonly NoteView[];
  /** For a review: the part of it that can't be shown. */
  readonly missing?: { readonly sentence: string; readonly link: string; readonly href: string };
  /** Text after the name: "approved these changes". */
  readonly beside?: { readonly icon: IconName; readonly tone: Tone; readonly text: string };
  readonly can: readonly CommentAct[];
  /** Context of the menu that VS Code shows. */
  readonly context: string;
  readonly files: readonly FileView[];
  /** Arrived since the reader's last visit. */
  readonly fresh?: true;
  /** Number of new comments, on the first of them. */
  readonly news?: string;
}

/** A file that is attached to a text. */
export interface FileView {
  readonly name: string;
  readonly size: string;
  readonly href: string;
  /** Drawn below the text. */
  readonly isImage: boolean;
}

/** The part of a text that the page doesn't have yet. */
export interface MoreView {
  /** Number of characters that the page has. */
  readonly from: number;
  readonly sentence: string;
  readonly show: string;
  readonly open: string;
}

/** The next slice of a long text, which is shown as source. */
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
  /** Empty if it is the author of the review. */
  readonly who: string;
  readonly at: string;
  readonly edited: string;
  readonly markdown: string;
  /** "1,000 of 5,000 characters are shown.", or empty. */
  readonly cut: string;
  readonly path: string;
  /** "Line 41" */
  readonly where: string;
  /** One unified hunk; empty if the change doesn't touch the line. */
  readonly patch: string;
  readonly language: string;
  /** The branch has changed since the comment was written. */
  readonly outdated: boolean;
  /** "Resolved by nadia", or empty. */
  readonly resolved: string;
  readonly href: string;
}

export interface EventView {
  readonly kind: "event";
  readonly id: string;
  readonly icon: IconName;
  readonly at: string;
  readonly sentence: Sentence;
  /** The events that the sentence summarizes, if any. */
  readonly inside: readonly EventView[];
  readonly action?: ActionView;
}

export type LineView = CommentView | EventView;

/** Details in the side column. */
export interface FactView {
  readonly heading: string;
  readonly labels?: readonly LabelView[];
  readonly people?: readonly string[];
  readonly sentence?: Sentence;
  /** Action that changes it, if the reader may change it. */
  readonly change?: ActionView;
}

/** What only a pull request has, between the title and the timeline. */
export interface PullView {
  /** Label of the section. */
  readonly label: string;
  /** From which branch to which, and how much changes. Missing if it could not be loaded. */
  readonly flow?: {
    readonly from: Sentence;
    readonly to: Sentence;
    /** "into", for screen readers. */
    readonly into: string;
    readonly changes: string;
    /** The name of the branch, and what to call it. */
    readonly copy: { readonly text: string; readonly name: string };
  };
  readonly groups: readonly PullGroup[];
  /** Whether it can be merged, or why not. */
  readonly verdict: { readonly icon: IconName; readonly tone: Tone; readonly start: string; readonly sentence: string };
  readonly actions: readonly ActionView[];
  /** The action that leads on. */
  readonly main?: ActionView;
}

/** The reviews, or the checks. */
export interface PullGroup {
  readonly heading: string;
  /** "1 of 2 required approvals", or empty. */
  readonly note: string;
  readonly lines: readonly PullLine[];
  /** Lines that are shown on demand. */
  readonly more?: { readonly summary: string; readonly lines: readonly PullLine[] };
}

export interface PullLine {
  readonly icon: IconName;
  readonly tone: Tone;
  readonly sentence: Sentence;
}

/** Location of the thread, known before anything is loaded. */
export interface WhereView {
  readonly repository: { readonly name: string; readonly href: string; readonly host: string };
  readonly number: string;
  readonly strings: { readonly tools: string; readonly refresh: string; readonly openOnWeb: string };
}

export interface ThreadView extends WhereView {
  readonly title: string;
  readonly state: { readonly label: string; readonly icon: IconName; readonly tone: Tone };
  readonly under: readonly Sentence[];
  /** Leads to the first new comment that the reader hasn't seen, if there is one. */
  readonly news?: { readonly id: string; readonly label: string; readonly description: string };
  readonly facts: readonly FactView[];
  readonly pull?: PullView;
  /** Says what is still loading. */
  readonly rest?: string;
  /** Names of the reactions to choose from; empty if the reader can't react. */
  readonly reactions: readonly string[];
  /** The reader may change title and description. */
  readonly mayEdit: boolean;
  readonly counts: { readonly all: number; readonly comments: number; readonly events: number };
  readonly home: Home;
  /** Servers whose threads open in Triptych and not in the browser. */
  readonly servers: readonly string[];
  /** Text shown for a thread without comments. */
  readonly empty?: { readonly heading: string; readonly sentence: string };
  readonly strings: ThreadStrings;
}

export interface ThreadStrings {
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
  readonly searchCut: string;
  readonly showAll: string;
  readonly nothing: string;
  readonly nothingNext: string;
  readonly react: string;
  readonly edit: string;
  readonly keys: {
    /** Also names the button that opens the list. */
    readonly title: string;
    readonly close: string;
    readonly list: readonly { readonly keys: readonly string[]; readonly description: string }[];
  };
}

/** State of the reply box; without it, no reply can be written. */
export interface WriteView {
  readonly who: string;
  readonly label: string;
  readonly text: string;
  readonly status: string;
  readonly icon: IconName;
  readonly tone: Tone;
  readonly sending: boolean;
  /**
   * "Close Issue" and "Close with Comment", or the same for reopening, if the reader may; the second posts the text
   * first.
   */
  readonly close?: { readonly withoutText: string; readonly withText: string };
}

export interface BannerView extends Banner<FromPanel> {
  /** Above the thread, or beside the reply box. */
  readonly place: "top" | "write";
}

export type FromExtension =
  | { readonly type: "loading"; readonly where: WhereView; readonly sentence: string }
  | { readonly type: "failed"; readonly where: WhereView; readonly state: Empty<FromPanel> }
  | { readonly type: "thread"; readonly thread: ThreadView }
  | LinesMessage
  | MoreMessage
  | { readonly type: "reactions"; readonly of: string; readonly reactions: readonly ReactionView[] }
  | { readonly type: "write"; readonly write: WriteView | undefined }
  /** A placeholder in the draft became the link to its file, or was removed. */
  | { readonly type: "replaced"; readonly from: string; readonly to: string }
  | { readonly type: "banners"; readonly banners: readonly BannerView[] }
  | { readonly type: "busy"; readonly busy: boolean }
  | ShowMessage
  | { readonly type: "image"; readonly url: string; readonly state: ImageState }
  /** Hosts whose images always load. */
  | { readonly type: "hosts"; readonly hosts: readonly string[] };

/** Scroll to this comment. */
export interface ShowMessage {
  readonly type: "show";
  readonly id: string;
  /** False if the user may be typing elsewhere, so that the comment gets the focus only if nothing else has it. */
  readonly takesFocus: boolean;
}

/**
 * A portion of the lines: the description first, then everything in chronological order. Long threads come in several
 * portions; lines that the page already has are not sent again.
 */
export interface LinesMessage {
  readonly type: "lines";
  /** Position of the first line. */
  readonly at: number;
  readonly lines: readonly LineView[];
  /** Number of all lines. */
  readonly of: number;
  /** The last portion. */
  readonly last: boolean;
}

export interface ReactionView {
  /** The server's name for it: "+1". */
  readonly id: string;
  /** The other people who reacted like this. */
  readonly people: readonly string[];
  readonly own: boolean;
}

/** The reader's position, filter and expanded lines. */
export interface ReaderPosition {
  /** The line at the top of the window, and its distance from there; undefined while the title is visible. */
  readonly top?: { readonly key: string; readonly offset: number };
  readonly scroll: number;
  readonly kind: "all" | "comments" | "events";
  readonly newestFirst: boolean;
  readonly since: string;
  readonly before: string;
  readonly search: string;
  /** Expanded lines. */
  readonly open: readonly string[];
}
