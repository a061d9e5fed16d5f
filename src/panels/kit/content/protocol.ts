// Declares the message of a button that remedies a problem. Every page has such buttons.
import * as v from "valibot";

export const remedyMessage = {
  remedy: v.object({
    remedy: v.picklist(["signIn", "retry", "openSettings", "showLog", "allowServer"]),
    /** The server that a remedy is about. */
    origin: v.optional(v.string()),
  }),
};
