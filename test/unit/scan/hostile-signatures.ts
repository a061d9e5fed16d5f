// Signatures of which some are slow in a backtracking engine.
import { Signatures } from "../../../src/scan/signatures/signatures.ts";

export const SIGNATURES = new Signatures([
  { id: 1, code: "com.amplitude.", network: String.raw`amplitude\.com` },
  { id: 2, code: ".*evil.sdk", network: undefined },
  { id: 3, code: "(a+)+[.]b", network: undefined },
]);
