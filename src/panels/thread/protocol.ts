// Declares each message that the page of a thread sends, once: the extension decodes messages with these schemas, and
// the types of the page are inferred from them.
import * as v from "valibot";
import { remedyMessage } from "../kit/content/protocol.ts";

/** What a button of the page does. */
const actionId = v.picklist([
  "refresh",
  "editIssue",
  "setLabels",
  "setMilestone",
  "assign",
  "openOnWeb",
  "manageImageHosts",
  "showComment",
  "openDraft",
  "copyDraft",
  "postAgain",
  "sendAnyway",
  "removeSecond",
  "openAllChanges",
  "openChangesSinceReview",
  "checkOut",
  "merge",
  "markDraft",
  "markReady",
]);
export type ActionId = v.InferOutput<typeof actionId>;

const index = v.pipe(v.number(), v.safeInteger());

/** The text in the reply box. */
const written = v.object({ text: v.string() });

export const threadMessages = {
  /** `about` is the subject of the action, if it is not the thread. */
  action: v.object({ id: actionId, about: v.optional(v.string()) }),
  ...remedyMessage,
  act: v.object({ act: v.picklist(["react", "quote", "edit", "delete", "link"]), id: v.string() }),
  typed: written,
  post: written,
  editor: written,
  /** Close or reopen the issue, after posting the text if there is one. */
  close: written,
  /** Upload a pasted file, whose placeholder is in the typed text. Without content, the page could not load it. */
  attach: v.object({
    placeholder: v.string(),
    name: v.string(),
    kind: v.string(),
    content: v.optional(v.instance(Uint8Array)),
  }),
  /** Check or uncheck the box in this line of a text, counted from 0. */
  tick: v.object({ id: v.string(), line: index, done: v.boolean() }),
  image: v.object({ url: v.string(), agreed: v.boolean(), always: v.boolean() }),
  /** These comments are visible. The description is named by the ID of its line. */
  visible: v.object({ ids: v.array(v.string()) }),
  react: v.object({ id: v.string(), reaction: v.string(), on: v.boolean() }),
  /** Send what follows the loaded characters of a long text. */
  more: v.object({ id: v.string(), from: index }),
  /** Open a whole long text in an editor or a file. */
  openText: v.object({ id: v.string() }),
  /** Open this thread of a known server. */
  follow: v.object({ href: v.string() }),
};

type Messages = typeof threadMessages;

export type FromPanel = {
  readonly [Type in keyof Messages]: { readonly type: Type } & Readonly<v.InferOutput<Messages[Type]>>;
}[keyof Messages];
