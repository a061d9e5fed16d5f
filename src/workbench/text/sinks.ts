// The parts of VS Code that draw text, created only here: plain text is encoded for the part that draws it.

import {
  CodeLens,
  CompletionItem,
  Diagnostic,
  DocumentLink,
  FileDecoration,
  Hover,
  MarkdownString,
  TerminalLink,
  ThemeColor,
  type CompletionItemKind,
  type DiagnosticSeverity,
  type Range,
  type StatusBarItem,
  type Uri,
} from "vscode";
import type { CommandId } from "../commands.ts";
import { inLabel, inLine, inLines, inMarkdown } from "./encode.ts";
import type { Label } from "./label.ts";
import type { Text } from "./markdown.ts";

/** A line above the text. Without a command it is only read. */
export function codeLens(
  range: Range,
  label: string | Label,
  command?: string,
  ...given: readonly unknown[]
): CodeLens {
  // A line may break between an icon and its words, but not at this space.
  const title = inLabel(label, "\u00a0");
  return new CodeLens(
    range,
    command === undefined ? { title, command: "" } : { title, command, arguments: [...given] },
  );
}

export function showStatus(item: StatusBarItem, label: string | Label, tooltip: string): void {
  item.text = inLabel(label);
  item.tooltip = inLines(tooltip);
  item.show();
}

/** A mark on a tab or a row: two characters at most, and the words for them. */
export function fileDecoration(badge: string, words: string, color?: string): FileDecoration {
  return new FileDecoration(badge, inLine(words), color === undefined ? undefined : new ThemeColor(color));
}

/** A finding in a file; its text is shown unchanged. */
export function finding(range: Range, words: string, severity: DiagnosticSeverity): Diagnostic {
  const mark = new Diagnostic(range, inLines(words), severity);
  mark.source = "Triptych";
  return mark;
}

/** The page that a finding links to, under a name. */
export function findingCode(name: string, target: Uri): { readonly value: string; readonly target: Uri } {
  return { value: inLine(name), target };
}

export function completionItem(label: string, kind: CompletionItemKind, detail?: string): CompletionItem {
  const item = new CompletionItem(inLine(label), kind);
  if (detail !== undefined) item.detail = inLine(detail);
  return item;
}

/** A link in a file that runs a command of our own. */
export function documentLink(range: Range, target: Uri, tooltip: string): DocumentLink {
  const link = new DocumentLink(range, target);
  // VS Code lays it into Markdown of its own without escaping it, here and in terminals.
  link.tooltip = inMarkdown(tooltip);
  return link;
}

/** A link in a terminal, and what it leads to. */
export class TextLink<Target> extends TerminalLink {
  readonly target: Target;

  constructor(start: number, length: number, tooltip: string, target: Target) {
    super(start, length, inMarkdown(tooltip));
    this.target = target;
  }
}

/** A tooltip or a part of a hover. It runs no command, whatever it contains; only `commandLink` does. */
export function tooltip(text: Text): MarkdownString {
  return typeof text === "string"
    ? new MarkdownString(inMarkdown(text))
    : new MarkdownString(text.toString(), /* icons */ true);
}

/** A link that runs one of our commands. It is a string of its own, as its neighbors may hold text from anywhere. */
export function commandLink(words: string, command: CommandId, given: readonly unknown[]): MarkdownString {
  const link = new MarkdownString(
    `[${inMarkdown(words)}](command:${command}?${encodeURIComponent(JSON.stringify(given))})`,
  );
  link.isTrusted = { enabledCommands: [command] };
  return link;
}

export function hover(range: Range, ...parts: readonly MarkdownString[]): Hover {
  return new Hover([...parts], range);
}
