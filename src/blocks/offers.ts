// What the wing offers to the others before it is loaded: references in texts.
import type { Disposable } from "vscode";
import type { Shared } from "../workbench/shared.ts";
import { Mentions } from "./mentions.ts";
import type { Wing } from "./wing.ts";

export function offerMentions({ references, settings }: Shared, load: () => Promise<Wing>): Disposable {
  return references.offer(new Mentions(async () => (await load()).mentions, settings));
}
