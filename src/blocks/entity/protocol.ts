// Identifies the entity of a panel, and declares the messages from its page.
import * as v from "valibot";
import { noFields, type DeclaredMessage } from "../../workbench/panels/receive-messages.ts";
import { remedyMessage } from "../../panels/kit/content/protocol.ts";
import { entityMessage } from "../parts/fact-builders.ts";

/** Identifies an entity by its ID, its EVM address or its alias. */
export interface EntityAddress {
  readonly network: string;
  readonly entity: string;
}

export const entityAddress = v.object({
  network: v.string(),
  entity: v.pipe(v.string(), v.regex(/^\d{1,5}\.\d{1,5}\.\d{1,19}$|^0x[0-9a-f]{40}$|^[A-Z2-7]{32,56}$/)),
});

export const entityMessages = {
  refresh: noFields,
  cancel: noFields,
  openInExplorer: noFields,
  /** Opens the block of a row at the transaction with this consensus time. */
  open: v.object({ time: v.pipe(v.string(), v.regex(/^\d{1,10}\.\d{9}$/)) }),
  ...entityMessage,
  ...remedyMessage,
};

export type EntityAct = DeclaredMessage<typeof entityMessages>;
