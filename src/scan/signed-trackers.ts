// The tracker list of an εxodus instance, as far as a scan needs it: names, signatures, and the page of each tracker.
import * as v from "valibot";
import { fields, from, notAList, optionalText, whole } from "../base/decode.ts";

/** The public instance of the makers of εxodus. */
export const OFFICIAL = "https://reports.exodus-privacy.eu.org";

/** The page of a tracker at the instance with this URL. */
export function trackerPage(base: string, id: number): string {
  return `${base.replace(/\/$/, "")}/en/trackers/${id}/`;
}

/** Null if there are no trackers. An answer without the field is not a list and must not replace a saved one. */
export const trackerMap = v.object({ trackers: v.nullable(v.pipe(notAList, v.record(v.string(), v.unknown()))) });

/** What older instances send for an unknown signature. */
const UNKNOWN_SIGNATURES: ReadonlySet<string> = new Set(["NC", "."]);

const signature = v.pipe(
  optionalText,
  v.transform((text) => (text === undefined || UNKNOWN_SIGNATURES.has(text) ? undefined : text)),
);

/** The fields of a tracker that a scan uses. */
export const signedFields = {
  id: v.pipe(whole, v.minValue(0)),
  name: v.string(),
  codeSignature: from("code_signature", signature),
  networkSignature: from("network_signature", signature),
};

export const signedTracker = fields(signedFields);

export type ListedTracker = v.InferOutput<typeof signedTracker>;
