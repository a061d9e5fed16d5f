import * as v from "valibot";
import { decode } from "../../base/decode.ts";
import type { FromRange } from "../../panels/range/messages.ts";
import type { Receivers } from "../../workbench/panels/receivers.ts";

/** No number, address or signature of an event is longer. */
const typed = v.pipe(v.string(), v.maxLength(400));
const place = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const stretch = v.optional(v.object({ from: place, to: place }));

const messages = {
  show: v.object({ type: v.literal("show"), from: typed, to: typed }),
  move: v.object({ type: v.literal("move"), to: v.picklist(["earlier", "later"]) }),
  open: v.object({ type: v.literal("open"), number: v.pipe(v.string(), v.regex(/^\d{1,19}$/)) }),
  refresh: v.object({ type: v.literal("refresh") }),
  cancel: v.object({ type: v.literal("cancel") }),
  remedy: v.object({
    type: v.literal("remedy"),
    remedy: v.picklist(["signIn", "retry", "openSettings", "showLog"]),
  }),
  verify: v.object({ type: v.literal("verify") }),
  count: v.object({ type: v.literal("count") }),
  cancelVerify: v.object({ type: v.literal("cancelVerify") }),
  openBoth: v.object({ type: v.literal("openBoth") }),
  copyReport: v.object({ type: v.literal("copyReport") }),
  look: v.object({ type: v.literal("look"), typed }),
  export: v.pipe(
    v.object({ type: v.literal("export"), stretch }),
    v.transform((body) => ({ ...body, stretch: body.stretch })),
  ),
  share: v.pipe(
    v.object({ type: v.literal("share"), stretch }),
    v.transform((body) => ({ ...body, stretch: body.stretch })),
  ),
};

type Handlers = {
  readonly [Type in FromRange["type"]]: (message: Extract<FromRange, { type: Type }>) => void | Promise<void>;
};

/** Each message decoded before it is acted upon. */
export function receiversOf(handlers: Handlers): Receivers<FromRange> {
  return {
    show: { decode: (body) => decode(messages.show, body, "show"), handle: handlers.show },
    move: { decode: (body) => decode(messages.move, body, "move"), handle: handlers.move },
    open: { decode: (body) => decode(messages.open, body, "open"), handle: handlers.open },
    refresh: { decode: (body) => decode(messages.refresh, body, "refresh"), handle: handlers.refresh },
    cancel: { decode: (body) => decode(messages.cancel, body, "cancel"), handle: handlers.cancel },
    remedy: { decode: (body) => decode(messages.remedy, body, "remedy"), handle: handlers.remedy },
    verify: { decode: (body) => decode(messages.verify, body, "verify"), handle: handlers.verify },
    count: { decode: (body) => decode(messages.count, body, "count"), handle: handlers.count },
    cancelVerify: {
      decode: (body) => decode(messages.cancelVerify, body, "cancelVerify"),
      handle: handlers.cancelVerify,
    },
    openBoth: { decode: (body) => decode(messages.openBoth, body, "openBoth"), handle: handlers.openBoth },
    copyReport: { decode: (body) => decode(messages.copyReport, body, "copyReport"), handle: handlers.copyReport },
    look: { decode: (body) => decode(messages.look, body, "look"), handle: handlers.look },
    export: { decode: (body) => decode(messages.export, body, "export"), handle: handlers.export },
    share: { decode: (body) => decode(messages.share, body, "share"), handle: handlers.share },
  };
}
