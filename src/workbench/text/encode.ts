// How plain text is written for each part of VS Code that reads markup into it. Nothing foreign is markup anywhere.

import { cutText } from "../../base/graphemes.ts";
import { isolateText, visible, visibleLines } from "../../base/visible.ts";
import type { Label } from "./label.ts";

/** `[words](scheme:…)`: notifications and input boxes make a link of it, which may run any command. */
const LINK = /\](?=\([a-z][a-z0-9+.-]*:)/gi;
/** `$(name)`, and what VS Code takes for an icon before it has looked for its name. */
const ICON = /\$(?=\([A-Za-z0-9~-]+\))/g;
/** As much of a code as is shown: signatures of trackers can be thousands of characters long. */
const MAX_CODE_CHARS = 200;

/**
 * For a notification, and for the title and message of a progress notification, which VS Code joins. They have no
 * escape, so a space separates the text from the URL of what would be a link.
 */
export function inMessage(text: string): string {
  return visible(text).replace(LINK, "] ");
}

/** For labels in quick picks, the status bar, CodeLens, the merge editor and buttons: only a `Label` has an icon. */
export function inLabel(label: string | Label, gap = " "): string {
  return typeof label === "string" ? withoutIcons(label) : label.format(withoutIcons, gap);
}

/** For the prompt and the validation message of an input box, which both render links and icons. */
export function inPrompt(text: string): string {
  return withoutIcons(inMessage(text));
}

/** For titles, tabs, tree rows, placeholders and tooltips: nothing is markup, and there is one line. */
export function inLine(text: string): string {
  return isolateText(text);
}

/** For modal dialogs, tooltips, problems of a file and the like: nothing is markup, and lines are kept. */
export function inLines(text: string): string {
  return visibleLines(text);
}

/** The backslash is VS Code's own escape for icons, and is not drawn. */
function withoutIcons(text: string): string {
  return isolateText(text).replace(ICON, "\\$");
}

/**
 * For Markdown that VS Code renders: every character that could mean something there is escaped. VS Code looks for icons
 * only after that, in HTML that has no escapes left, but still has references to characters.
 */
export function inMarkdown(text: string): string {
  return isolateText(visible(text).replace(/\s+/g, " "))
    .replace(/[\\`*_{}[\]()<>#+\-.!|~&"'@:=]/g, "\\$&")
    .replaceAll("$", "&#36;");
}

/**
 * For Markdown that VS Code renders, as code: nothing in it is markup, and backticks in it don't end it. Code has no
 * escapes, so a character without a width keeps VS Code from finding icons in it.
 */
export function inCode(text: string): string {
  const line = visible(cutText(text, MAX_CODE_CHARS).replace(/\s+/g, " ").trim()).replace(ICON, "$\u2060");
  if (line === "") return "";
  return fence(text.length > MAX_CODE_CHARS ? `${line}…` : line);
}

/** A line between more backticks than it has in a row. */
export function fence(line: string): string {
  const ticks = "`".repeat(1 + Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length)));
  const room = line.startsWith("`") || line.endsWith("`") ? " " : "";
  return `${ticks}${room}${line}${room}${ticks}`;
}
