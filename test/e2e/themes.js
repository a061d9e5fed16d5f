// The themes of tests and screenshots, with the key that switches to each and the class that the workbench then has.
import { fileURLToPath } from "node:url";

/** @typedef {"Dark Modern" | "Light Modern" | "Default High Contrast" | "Default High Contrast Light" | "Dark 2026" | "Light 2026"} Theme */

/** @type {Record<Theme, { key: string, file: string }>} */
export const THEMES = {
  "Dark Modern": { key: "1", file: "dark_modern" },
  "Light Modern": { key: "2", file: "light_modern" },
  "Default High Contrast": { key: "3", file: "hc_black" },
  "Default High Contrast Light": { key: "4", file: "hc_light" },
  "Dark 2026": { key: "5", file: "2026-dark" },
  "Light 2026": { key: "6", file: "2026-light" },
};

export const THEME_EXTENSION = fileURLToPath(new URL("theme-extension", import.meta.url));

/** Entries for the user's keybindings.json. */
export const THEME_KEYS = Object.entries(THEMES).map(([theme, { key }]) => ({
  key: `ctrl+shift+alt+${key}`,
  command: "triptychTest.useTheme",
  args: theme,
}));
