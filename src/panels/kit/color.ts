// Parses colors, and makes the colors of labels readable on any theme.

/** Red, green and blue from 0 to 255. */
export type Color = readonly [number, number, number];

/** Parses "d73a4a", "#d73a4a", "#fff" and "rgb(215, 58, 74)"; returns undefined for anything else. */
export function parseColor(text: string): Color | undefined {
  const hex = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1];
  if (hex !== undefined) {
    const full = hex.length === 3 ? hex.replace(/./g, "$&$&") : hex;
    return [byte(full, 0), byte(full, 2), byte(full, 4)];
  }
  const parts = /^rgba?\(\s*([\d.]+)[\s,]+([\d.]+)[\s,]+([\d.]+)/i.exec(text.trim());
  return parts === null ? undefined : [Number(parts[1]), Number(parts[2]), Number(parts[3])];
}

function byte(hex: string, at: number): number {
  return Number.parseInt(hex.slice(at, at + 2), 16);
}

export function cssColor([red, green, blue]: Color, strength = 1): string {
  return `rgb(${Math.round(red)} ${Math.round(green)} ${Math.round(blue)} / ${strength})`;
}

/** Returns the color at `part` of the way from one color to the other. */
function mixColors(from: Color, to: Color, part: number): Color {
  return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part, from[2] + (to[2] - from[2]) * part];
}

/** Returns the contrast ratio of WCAG 2, from 1 to 21. */
export function contrast(one: Color, other: Color): number {
  const [first, second] = [luminance(one), luminance(other)];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

function luminance([red, green, blue]: Color): number {
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue);
}

function toLinear(value: number): number {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

/** Moves a color toward another until it has enough contrast with the background. */
function makeReadable(color: Color, background: Color, toward: Color, minContrast: number): Color {
  for (let part = 0; part < 1; part += 0.05) {
    const tried = mixColors(color, toward, part);
    if (contrast(tried, background) >= minContrast) return tried;
  }
  return toward;
}

/** Returns the colors of a label: the server's hue, with enough contrast for the theme. */
export function labelColors(hue: Color, surface: Color, text: Color, highContrast: boolean) {
  const background = highContrast ? surface : mixColors(surface, hue, 0.18);
  return {
    background,
    text: highContrast ? text : makeReadable(hue, background, text, 4.6),
    edge: makeReadable(mixColors(surface, hue, 0.5), surface, text, 3),
    dot: makeReadable(hue, background, text, 3),
  };
}
