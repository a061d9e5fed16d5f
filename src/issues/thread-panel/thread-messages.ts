// Declares the messages that the page of a thread sends.
import * as v from "valibot";
import { whole } from "../../base/decode.ts";
import type { ActionId, FromPanel } from "../../panels/thread/messages.ts";

const ACTIONS = [
  "refresh",
  "editIssue",
  "setLabels",
  "setMilestone",
  "assign",
  "openOnWeb",
  "signIn",
  "openSettings",
  "showLog",
  "manageImageHosts",
  "showComment",
  "openDraft",
  "copyDraft",
  "postAgain",
  "sendAnyway",
  "removeSecond",
  "openAllChanges",
  "merge",
  "markDraft",
  "markReady",
] as const satisfies readonly ActionId[];

const written = v.object({ text: v.string() });

export const threadMessages = {
  action: v.object({ id: v.picklist(ACTIONS), about: v.optional(v.string()) }),
  act: v.object({ act: v.picklist(["react", "quote", "edit", "delete", "link"]), id: v.string() }),
  image: v.object({ url: v.string(), agreed: v.boolean(), always: v.boolean() }),
  visible: v.object({ ids: v.array(v.string()) }),
  react: v.object({ id: v.string(), reaction: v.string(), on: v.boolean() }),
  more: v.object({ id: v.string(), from: whole }),
  openText: v.object({ id: v.string() }),
  follow: v.object({ href: v.string() }),
  tick: v.object({ id: v.string(), line: whole, done: v.boolean() }),
  attach: v.object({
    placeholder: v.string(),
    name: v.string(),
    kind: v.string(),
    content: v.optional(v.instance(Uint8Array)),
  }),
  close: written,
  typed: written,
  post: written,
  editor: written,
} satisfies { readonly [Type in FromPanel["type"]]: v.GenericSchema };
