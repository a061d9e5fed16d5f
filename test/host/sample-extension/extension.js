// A sample of another extension that uses Triptych's API: each command passes its argument on and returns the result.
const { commands, extensions } = require("vscode");

/** @typedef {import("../../../src/extension-api/declaration.ts").TriptychExports} TriptychExports */
/** @typedef {import("../../../src/extension-api/declaration.ts").TriptychApi} TriptychApi */

exports.activate = (/** @type {import("vscode").ExtensionContext} */ { subscriptions }) => {
  // Because package.json names Triptych as a dependency, VS Code has activated it by now.
  /** @type {import("vscode").Extension<TriptychExports> | undefined} */
  const triptych = extensions.getExtension("triptych.triptych");
  const api = triptych?.exports.getApi(1);
  if (triptych === undefined || api === undefined) throw new Error("This version of Triptych doesn't have the API.");
  /** @param {string} name @param {(argument: any) => unknown} run */
  const add = (name, run) => subscriptions.push(commands.registerCommand(`triptychSample.${name}`, run));
  add("openThread", (/** @type {Parameters<TriptychApi["openThread"]>[0]} */ thread) => api.openThread(thread));
  add("openBlock", (/** @type {Parameters<TriptychApi["openBlock"]>[0]} */ block) => api.openBlock(block));
  add("openReport", (/** @type {Parameters<TriptychApi["openReport"]>[0]} */ app) => api.openReport(app));
  add("findReports", (/** @type {Parameters<TriptychApi["findReports"]>[0]} */ app) => api.findReports(app));
  add("draftComment", (/** @type {Parameters<TriptychApi["draftComment"]>[0]} */ draft) => api.draftComment(draft));
  add("draftIssue", (/** @type {Parameters<TriptychApi["draftIssue"]>[0]} */ draft) => api.draftIssue(draft));
  add("offersVersion", (/** @type {1} */ version) => triptych.exports.getApi(version) !== undefined);
};
