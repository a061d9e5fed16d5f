// Every part of the kit in every state, under the policy of a real panel. ?theme= chooses the theme, and ?only= one of
// the groups of scenes.
import { html, render } from "lit";
import { connect } from "../../src/panels/kit/connection/connect.ts";
import "../../src/panels/kit/kit.css";
import "./gallery.css";
import { charts } from "./scenes/charts.ts";
import { drawSamples } from "./scenes/page.ts";
import { parts } from "./scenes/parts.ts";
import { tables } from "./scenes/tables.ts";
import { thread } from "./scenes/thread.ts";
import { themes } from "./themes.json";

const classes: Record<string, string> = {
  dark: "vscode-dark",
  dark26: "vscode-dark",
  hc: "vscode-high-contrast",
  hcl: "vscode-high-contrast vscode-high-contrast-light",
  light: "vscode-light",
  light26: "vscode-light",
};

function applyTheme(name: string): void {
  const { vars } = themes[name as keyof typeof themes] ?? themes.dark;
  document.documentElement.removeAttribute("style");
  for (const [variable, value] of Object.entries(vars)) document.documentElement.style.setProperty(variable, value);
  document.body.className = classes[name] ?? "vscode-dark";
}

const query = new URLSearchParams(location.search);
applyTheme(query.get("theme") ?? "dark");
addEventListener("hashchange", () => applyTheme(location.hash.slice(1)));
if (query.has("rtl")) document.documentElement.dir = "rtl";
if (query.has("connect")) {
  const connection = connect<string, string, string>();
  connection.on((message) => document.body.setAttribute("data-heard", message));
  connection.post(`kept: ${connection.getState() ?? "nothing"}`);
  connection.setState("here");
}

const scenes = document.querySelector<HTMLElement>("#scenes");
if (scenes !== null && query.has("page")) drawSamples(scenes);
else if (scenes !== null) {
  // Records the events of the parts for tests.
  const events: string[] = [];
  for (const name of [
    "chosen",
    "acted",
    "reacted",
    "typed",
    "posted",
    "editor",
    "wanted",
    "opened",
    "ranged",
    "canceled",
  ] as const) {
    scenes.addEventListener(name, (event) => {
      events.push(event instanceof CustomEvent ? `${name} ${JSON.stringify(event.detail) ?? ""}`.trim() : name);
      scenes.setAttribute("data-last-event", events.at(-1) ?? "");
    });
  }
  const groups = { parts, thread, tables, charts };
  const only = query.get("only");
  const drawn = Object.entries(groups).filter(([name]) => only === null || name === only);
  render(html`${drawn.map(([, group]) => group())}`, scenes);
}
