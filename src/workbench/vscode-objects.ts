// Creates VS Code's objects that show text. Encodes plain text for the part of VS Code that draws it.

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
import type { CommandId } from "./commands.ts";
import { inLabel, inLine, inLines, inMarkdown } from "./text/encode.ts";
import type { Label } from "./text/label.ts";
import type { Text } from "./text/markdown.ts";

/** A code lens. Without a command, it can't be clicked. */
export function codeLens(
  range: Range,
  label: string | Label,
  command?: string,
  ...given: readonly unknown[]
): CodeLens {
  // A normal space between icon and text could become a line break.
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

/** A badge of at most two characters on a tab or a row, with its tooltip. */
export function fileDecoration(badge: string, tooltip: string, color?: string): FileDecoration {
  return new FileDecoration(badge, inLine(tooltip), color === undefined ? undefined : new ThemeColor(color));
}

/** A diagnostic. VS Code shows its message as plain text. */
export function finding(range: Range, message: string, severity: DiagnosticSeverity): Diagnostic {
  const diagnostic = new Diagnostic(range, inLines(message), severity);
  diagnostic.source = "Triptych";
  return diagnostic;
}

/** The code of a diagnostic, as a link to a page. */
export function findingCode(name: string, target: Uri): { readonly value: string; readonly target: Uri } {
  return { value: inLine(name), target };
}

export function completionItem(label: string, kind: CompletionItemKind, detail?: string): CompletionItem {
  const item = new CompletionItem(inLine(label), kind);
  if (detail !== undefined) item.detail = inLine(detail);
  return item;
}

/** A link in a document that runs one of our commands. */
export function documentLink(range: Range, target: Uri, tooltip: string): DocumentLink {
  const link = new DocumentLink(range, target);
  // VS Code inserts tooltips of links into Markdown without escaping them, in documents and in terminals.
  link.tooltip = inMarkdown(tooltip);
  return link;
}

/** A link in a terminal, with its target. */
export class TextLink<Target> extends TerminalLink {
  readonly target: Target;

  constructor(start: number, length: number, tooltip: string, target: Target) {
    super(start, length, inMarkdown(tooltip));
    this.target = target;
  }
}

/** A tooltip or a part of a hover. Unlike `commandLink`, it never runs a command, whatever it contains. */
export function tooltip(text: Text): MarkdownString {
  return typeof text === "string"
    ? new MarkdownString(inMarkdown(text))
    : new MarkdownString(text.toString(), /* icons */ true);
}

/** Markdown that someone else wrote. It runs no commands, and VS Code shows its HTML as text. */
export function foreignMarkdown(source: string): MarkdownString {
  return new MarkdownString(source);
}

/** A link that runs one of our commands. It is separate from other Markdown, which may contain foreign text. */
export function commandLink(label: string, command: CommandId, given: readonly unknown[]): MarkdownString {
  const link = new MarkdownString(
    `[${inMarkdown(label)}](command:${command}?${encodeURIComponent(JSON.stringify(given))})`,
  );
  link.isTrusted = { enabledCommands: [command] };
  return link;
}

export function hover(range: Range, ...parts: readonly MarkdownString[]): Hover {
  return new Hover([...parts], range);
}
