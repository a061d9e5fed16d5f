import * as v from "valibot";
import { decode, whole } from "../../base/decode.ts";
import type { ActionId, FromPanel } from "../../panels/thread/messages.ts";
import type { Receivers } from "../../workbench/panels/kind.ts";

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
] as const satisfies readonly ActionId[];

const written = (type: "typed" | "post" | "close" | "editor") => v.object({ type: v.literal(type), text: v.string() });

const messages = {
  action: v.object({ type: v.literal("action"), id: v.picklist(ACTIONS), about: v.optional(v.string()) }),
  act: v.object({
    type: v.literal("act"),
    act: v.picklist(["react", "quote", "edit", "delete", "link"]),
    id: v.string(),
  }),
  image: v.object({ type: v.literal("image"), url: v.string(), agreed: v.boolean(), always: v.boolean() }),
  sight: v.object({ type: v.literal("sight"), ids: v.array(v.string()) }),
  react: v.object({ type: v.literal("react"), id: v.string(), reaction: v.string(), on: v.boolean() }),
  more: v.object({ type: v.literal("more"), id: v.string(), from: whole }),
  takeText: v.object({ type: v.literal("takeText"), id: v.string() }),
  follow: v.object({ type: v.literal("follow"), href: v.string() }),
  tick: v.object({ type: v.literal("tick"), id: v.string(), line: whole, done: v.boolean() }),
};

type Handlers = {
  readonly [Type in FromPanel["type"]]: (message: Extract<FromPanel, { type: Type }>) => void | Promise<void>;
};

/** Each message decoded before it is acted upon. */
export function messageReceivers(handlers: Handlers): Receivers<FromPanel> {
  return {
    action: { decode: (body) => decode(messages.action, body, "action"), handle: handlers.action },
    act: { decode: (body) => decode(messages.act, body, "act"), handle: handlers.act },
    image: { decode: (body) => decode(messages.image, body, "image"), handle: handlers.image },
    sight: { decode: (body) => decode(messages.sight, body, "sight"), handle: handlers.sight },
    react: { decode: (body) => decode(messages.react, body, "react"), handle: handlers.react },
    more: { decode: (body) => decode(messages.more, body, "more"), handle: handlers.more },
    takeText: { decode: (body) => decode(messages.takeText, body, "takeText"), handle: handlers.takeText },
    follow: { decode: (body) => decode(messages.follow, body, "follow"), handle: handlers.follow },
    tick: { decode: (body) => decode(messages.tick, body, "tick"), handle: handlers.tick },
    close: {
      decode: (body) => ({ ...decode(written("close"), body, "close"), type: "close" }),
      handle: handlers.close,
    },
    typed: {
      decode: (body) => ({ ...decode(written("typed"), body, "typed"), type: "typed" }),
      handle: handlers.typed,
    },
    post: { decode: (body) => ({ ...decode(written("post"), body, "post"), type: "post" }), handle: handlers.post },
    editor: {
      decode: (body) => ({ ...decode(written("editor"), body, "editor"), type: "editor" }),
      handle: handlers.editor,
    },
  };
}
