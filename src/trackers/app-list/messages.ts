// Messages between the extension and the thread that holds the list of all apps.
import type { ListedApp, ListForm } from "../model/report.ts";
import type { ListFacts } from "./list-file.ts";
import type { FoundApp } from "./search.ts";

export type ListRequest =
  /** The next bytes of a download. The only request without a reply. */
  | { readonly kind: "chunk"; readonly bytes: Uint8Array }
  /** The download is complete. The reply has the content of the list's file. */
  | { readonly kind: "finish"; readonly form: ListForm; readonly readAt: number }
  /** Uses the list of this file. The reply has no facts if the file is damaged. */
  | { readonly kind: "open"; readonly file: Uint8Array }
  | { readonly kind: "search"; readonly typed: string }
  /** Some rows, in the server's order. */
  | { readonly kind: "page"; readonly from: number; readonly to: number };

export interface ListReply {
  readonly facts?: ListFacts | undefined;
  /** Why the first of the skipped rows could not be decoded. */
  readonly reasons?: readonly string[];
  readonly file?: Uint8Array<ArrayBuffer>;
  readonly found?: readonly FoundApp[];
  readonly page?: readonly ListedApp[];
}
