// Draws the colors of labels for quick picks.
import type { Label } from "../model/entities.ts";

/** Returns a dot in the color of a label as a `data:` URL. Its gray outline is visible in light and dark themes. */
export function labelDot({ color }: Pick<Label, "color">): string | undefined {
  if (!/^[\da-f]{6}$/i.test(color)) return undefined;
  const circle = `<circle cx="8" cy="8" r="5.5" fill="#${color}" stroke="#808080"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16">${circle}</svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}
