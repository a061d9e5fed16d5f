// Reactions as VS Code's comments show them: an image for each.
import { Uri, type CommentReaction } from "vscode";
import type { ReactionGroup } from "../../thread/reactions.ts";

/** The emoji of each name. */
type Table = Readonly<Record<string, string>>;

/** Returns the reactions that a server allows, and those that a comment has. Without an emoji, there is nothing to show. */
export function toCommentReactions(
  allowed: readonly string[],
  groups: readonly ReactionGroup[],
  table: Table,
): CommentReaction[] {
  const names = [...new Set([...groups.map(({ name }) => name), ...allowed])];
  return names.flatMap((name) => {
    const emoji = table[name];
    if (emoji === undefined) return [];
    const group = groups.find((each) => each.name === name);
    const count = group === undefined ? 0 : group.people.length + (group.own ? 1 : 0);
    return [{ label: name, iconPath: drawEmoji(emoji), count, authorHasReacted: group?.own === true }];
  });
}

/** VS Code shows only images. */
function drawEmoji(emoji: string): Uri {
  const text = `<text x="8" y="13" font-size="13" text-anchor="middle">${emoji}</text>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16">${text}</svg>`;
  return Uri.parse(`data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`);
}
