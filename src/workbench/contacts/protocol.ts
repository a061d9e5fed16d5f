// The messages from the page of contacted servers.
import * as v from "valibot";
import { noFields, type DeclaredMessage } from "../panels/receive-messages.ts";

// No origin is longer.
const origin = v.pipe(v.string(), v.maxLength(300));

export const contactsMessages = {
  forbid: v.object({ origin }),
  allow: v.object({ origin }),
  openSettings: noFields,
  showLog: noFields,
};

export type ContactsAct = DeclaredMessage<typeof contactsMessages>;
