// Hostile text of comments and patches, in the parts of the page that parse it before it is drawn.
import { itReadsAnyText } from "../base/any-text.ts";
import { TEXT_READERS, WORDS } from "./text-readers.ts";

describe("Hostile text in panels", () => {
  itReadsAnyText(TEXT_READERS, WORDS);
});
