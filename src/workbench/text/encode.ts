// Encodes plain text for each part of VS Code that parses markup, so that foreign text is never markup.

import { cutText } from "../../base/graphemes.ts";
import { isolateText, visible, visibleLines } from "../../base/visible-text.ts";
import type { Label } from "./label.ts";

/**
 * The end of `[text]` in `[text](scheme:…)`, which notifications and input boxes turn into a link, even to a command.
 */
const LINK = /\](?=\([a-z][a-z0-9+.-]*:)/gi;
/** `$(name)`, which VS Code parses as an icon even if no such icon exists. */
const ICON = /\$(?=\([A-Za-z0-9~-]+\))/g;
/** Longer code is cut: some have thousands of characters. */
const MAX_CODE_CHARS = 200;

/**
 * For notifications, and for the title and message of progress notifications, which VS Code joins. Notifications
 * support no escapes, so a space breaks up what would be a link.
 */
export function inMessage(text: string): string {
  return visible(text).replace(LINK, "] ");
}

/** For labels in quick picks, the status bar, code lenses, the merge editor and buttons. Only a `Label` has an icon. */
export function inLabel(label: string | Label, gap = " "): string {
  return typeof label === "string" ? escapeIcons(label) : label.format(escapeIcons, gap);
}

/** For prompts and validation messages of input boxes, which render links and icons. */
export function inPrompt(text: string): string {
  return escapeIcons(inMessage(text));
}

/** For titles, tabs, tree rows, placeholders and tooltips with one line and no markup. */
export const inLine = isolateText;

/** For modal dialogs, tooltips, diagnostics and the like, with several lines and no markup. */
export const inLines = visibleLines;

/** Escapes icons with VS Code's own escape, a backslash that is not drawn. */
function escapeIcons(text: string): string {
  return isolateText(text).replace(ICON, "\\$");
}

/**
 * For text in Markdown that VS Code renders: escapes every character that could be markup. VS Code finds icons only in
 * the resulting HTML, where backslashes are gone but character references remain.
 */
export function inMarkdown(text: string): string {
  return isolateText(visible(text).replace(/\s+/g, " "))
    .replace(/[\\`*_{}[\]()<>#+\-.!|~&"'@:=]/g, "\\$&")
    .replaceAll("$", "&#36;");
}

/**
 * For code spans in Markdown that VS Code renders, which backticks in the text don't end. Code supports no escapes, so
 * a character without width keeps VS Code from finding icons in it.
 */
export function inCode(text: string): string {
  const line = visible(cutText(text, MAX_CODE_CHARS).replace(/\s+/g, " ").trim()).replace(ICON, "$\u2060");
  if (line === "") return "";
  return fence(text.length > MAX_CODE_CHARS ? `${line}…` : line);
}

/** Encloses a line in one backtick more than its longest run of backticks. */
export function fence(line: string): string {
  let longest = 0;
  for (const [run] of line.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const ticks = "`".repeat(longest + 1);
  const room = line.startsWith("`") || line.endsWith("`") ? " " : "";
  return `${ticks}${room}${line}${room}${ticks}`;
}
