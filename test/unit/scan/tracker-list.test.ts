// Feeds arbitrary JSON to the decoders of a tracker list.
import * as trackerList from "../../../src/scan/tracker-list.ts";
import { itDecodesAnything } from "../base/any-json.ts";

describe("Decoders of a tracker list", () => {
  itDecodesAnything("src/scan", { "tracker-list.ts": trackerList });
});
