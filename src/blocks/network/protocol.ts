// Identifies the network of a panel, and declares the messages from its page.
import * as v from "valibot";
import { optional } from "../../base/decode.ts";
import { noFields, type DeclaredMessage } from "../../workbench/panels/receive-messages.ts";
import { remedyMessage } from "../../panels/kit/content/protocol.ts";
import { entityMessage } from "../parts/fact-builders.ts";

/** The kept state of a panel: its network, and the node whose details are shown. */
export interface NetworkAddress {
  readonly network: string;
  readonly node?: string | undefined;
}

const node = optional(v.pipe(v.string(), v.regex(/^\d{1,19}$/)));
export const networkAddress = v.object({ network: v.string(), node });

export const networkMessages = {
  refresh: noFields,
  cancel: noFields,
  export: noFields,
  share: noFields,
  /** Shows the details of a node, or of none. */
  choose: v.object({ node }),
  ...entityMessage,
  ...remedyMessage,
};

export type NetworkAct = DeclaredMessage<typeof networkMessages>;
