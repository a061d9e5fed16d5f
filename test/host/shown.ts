// A tooltip or hover as a reader sees it, less the escapes that keep its text from being markup.
import type { Text } from "../../src/workbench/text/markdown.ts";

export function shown(text: Text | undefined): string {
  return String(text ?? "").replaceAll(/\\([!-/:-@[-`{-~])/g, "$1");
}
