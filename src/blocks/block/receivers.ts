import * as v from "valibot";
import { decode } from "../../base/decode.ts";
import type { FromBlock } from "../../panels/block/messages.ts";
import type { Receivers } from "../../workbench/panels/receivers.ts";

const list = v.picklist(["transactions", "results", "logs"]);
const at = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const messages = {
  go: v.object({ type: v.literal("go"), to: v.picklist(["previous", "next", "newest"]) }),
  ask: v.object({ type: v.literal("ask") }),
  explore: v.object({ type: v.literal("explore") }),
  export: v.object({ type: v.literal("export") }),
  share: v.object({ type: v.literal("share") }),
  cancel: v.object({ type: v.literal("cancel") }),
  pin: v.object({ type: v.literal("pin") }),
  read: v.object({ type: v.literal("read"), list, all: v.boolean() }),
  stop: v.object({ type: v.literal("stop") }),
  look: v.object({ type: v.literal("look"), list, at }),
  closeDetail: v.object({ type: v.literal("closeDetail"), list }),
  openTransaction: v.object({ type: v.literal("openTransaction"), list, at }),
  // No address, topic or signature of an event is longer.
  seek: v.object({ type: v.literal("seek"), typed: v.pipe(v.string(), v.maxLength(400)) }),
  remedy: v.object({
    type: v.literal("remedy"),
    remedy: v.picklist(["signIn", "retry", "openSettings", "showLog"]),
  }),
};

type Handlers = {
  readonly [Type in FromBlock["type"]]: (message: Extract<FromBlock, { type: Type }>) => void | Promise<void>;
};

/** Each message decoded before it is acted upon. */
export function receiversOf(handlers: Handlers): Receivers<FromBlock> {
  return {
    go: { decode: (body) => decode(messages.go, body, "go"), handle: handlers.go },
    ask: { decode: (body) => decode(messages.ask, body, "ask"), handle: handlers.ask },
    explore: { decode: (body) => decode(messages.explore, body, "explore"), handle: handlers.explore },
    export: { decode: (body) => decode(messages.export, body, "export"), handle: handlers.export },
    share: { decode: (body) => decode(messages.share, body, "share"), handle: handlers.share },
    cancel: { decode: (body) => decode(messages.cancel, body, "cancel"), handle: handlers.cancel },
    pin: { decode: (body) => decode(messages.pin, body, "pin"), handle: handlers.pin },
    read: { decode: (body) => decode(messages.read, body, "read"), handle: handlers.read },
    stop: { decode: (body) => decode(messages.stop, body, "stop"), handle: handlers.stop },
    look: { decode: (body) => decode(messages.look, body, "look"), handle: handlers.look },
    closeDetail: {
      decode: (body) => decode(messages.closeDetail, body, "closeDetail"),
      handle: handlers.closeDetail,
    },
    openTransaction: {
      decode: (body) => decode(messages.openTransaction, body, "openTransaction"),
      handle: handlers.openTransaction,
    },
    seek: { decode: (body) => decode(messages.seek, body, "seek"), handle: handlers.seek },
    remedy: { decode: (body) => decode(messages.remedy, body, "remedy"), handle: handlers.remedy },
  };
}
