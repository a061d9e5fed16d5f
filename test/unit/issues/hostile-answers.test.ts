// Decoders of the issues API get arbitrary JSON: they throw nothing but problems.
import * as decoders from "../../../src/issues/api/decoders.ts";
import * as pulls from "../../../src/issues/api/pulls.ts";
import * as reviews from "../../../src/issues/api/reviews.ts";
import { itDecodesAnything } from "../base/any-json.ts";

describe("Decoders of forge responses", () => {
  itDecodesAnything("src/issues/api", { "decoders.ts": decoders, "pulls.ts": pulls, "reviews.ts": reviews });
});
