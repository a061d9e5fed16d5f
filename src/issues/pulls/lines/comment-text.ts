// The Markdown of a comment as VS Code's comments show it.
import type { MarkdownString } from "vscode";
import { l10n } from "../../../workbench/text/l10n.ts";
import { foreignMarkdown } from "../../../workbench/vscode-objects.ts";
import { beginningEnd } from "../../model/long-text.ts";

/** VS Code would load the images of any server without asking, so they become links. */
export function commentText(body: string): MarkdownString {
  const end = beginningEnd(body);
  const text = linkImages(body.slice(0, end));
  return foreignMarkdown(end < body.length ? `${text}…` : text);
}

/** Replaces the start of each image by that of a link, or breaks it up invisibly where it may be code. */
function linkImages(markdown: string): string {
  let fence = "";
  const lines = markdown.split("\n").map((line) => {
    const [, marks = ""] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence === "") fence = marks;
    else if (marks.startsWith(fence)) fence = "";
    else return line.replaceAll("![", "!\u2060[");
    return line
      .replace(/(?<=\w)!\[/g, "!\u2060[")
      .replace(/!\[(\]?)/g, (_image, end: string) => `[${end && toLabel(end)}`);
  });
  return lines.join("\n");
}

/** An image without a description would become a link without a text. */
function toLabel(end: string): string {
  return `${l10n.t("Image")}${end}`;
}
