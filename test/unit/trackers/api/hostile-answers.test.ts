// Feeds arbitrary JSON to every decoder of εxodus's answers.
import * as wire from "../../../../src/trackers/api/answers.ts";
import { itDecodesAnything } from "../../base/any-json.ts";

describe("Decoders of εxodus responses", () => {
  itDecodesAnything("src/trackers/api", { "answers.ts": wire });
});
