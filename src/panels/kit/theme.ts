// Reads the colors of the current theme, and notices when the reader changes it.
import type { ReactiveController, ReactiveControllerHost } from "lit";
import { type Color, parseColor } from "./color.ts";

/** Redraws its part when VS Code writes another theme's variables and classes into the page. */
export class FollowTheme implements ReactiveController {
  readonly #part: ReactiveControllerHost;
  #watcher: MutationObserver | undefined;

  constructor(part: ReactiveControllerHost) {
    this.#part = part;
  }

  hostConnected(): void {
    this.#watcher = new MutationObserver(() => this.#part.requestUpdate());
    this.#watcher.observe(document.documentElement, { attributes: true, attributeFilter: ["style", "class"] });
    this.#watcher.observe(document.body, { attributes: true, attributeFilter: ["class"] });
  }

  hostDisconnected(): void {
    this.#watcher?.disconnect();
  }
}

/** Returns the current value of a theme color. */
export function themeColor(token: string, otherwise: Color): Color {
  return parseColor(getComputedStyle(document.documentElement).getPropertyValue(token)) ?? otherwise;
}

export function isHighContrast(): boolean {
  return document.body.classList.contains("vscode-high-contrast");
}
