// Which network a panel shows, and the messages of its page.
import * as v from "valibot";
import { optional } from "../../base/decode.ts";
import { noFields } from "../../workbench/panels/receive.ts";
import { remedyMessage } from "../../workbench/panels/remedies.ts";

/** A network, as in its panel's state, and the node that is shown in full. */
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
  /** Shows a node in full, or none. */
  choose: v.object({ node }),
  ...remedyMessage,
};
