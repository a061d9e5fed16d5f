// Feeds arbitrary JSON to the decoders of a tracker list.
import * as trackerList from "../../../src/scan/signed-trackers.ts";
import { itDecodesAnything } from "../base/any-json.ts";

describe("Decoders of a tracker list", () => {
  itDecodesAnything("src/scan", { "signed-trackers.ts": trackerList });
});
