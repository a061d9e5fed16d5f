// The palette and the menus of the manifest: commands that apply, and the same order everywhere.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "../../runner/tools.js";

const WINGS = ["trackers", "issues", "blocks"];

interface MenuItem {
  readonly command: string;
  readonly when?: string;
  readonly group?: string;
}

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string; readonly category: string }[];
    readonly keybindings: readonly { readonly command: string; readonly key: string; readonly mac: string }[];
    readonly menus: Readonly<Record<string, readonly MenuItem[]>>;
  };
}

describe("The palette and the menus", () => {
  let contributes: Manifest["contributes"];
  let texts: Record<string, string>;
  before(async () => {
    const manifest: Manifest = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
    ({ contributes } = manifest);
    texts = JSON.parse(await readFile(join(ROOT, "package.nls.json"), "utf8"));
  });

  const textOf = (reference: string): string => texts[reference.replaceAll("%", "")] ?? "";
  const menu = (name: string): readonly MenuItem[] => contributes.menus[name] ?? [];
  const inPalette = () => {
    const when = new Map(menu("commandPalette").map((item) => [item.command, item.when]));
    return contributes.commands.map((command) => ({ ...command, when: when.get(command.command) }));
  };

  it("name the wing in the category of its commands", () => {
    for (const { command, category } of contributes.commands) {
      const wing = WINGS.find((each) => command.startsWith(`triptych.${each}.`));
      const expected = { trackers: "Triptych Trackers", issues: "Triptych Issues", blocks: "Triptych Blocks" };
      assert.equal(textOf(category), Object.entries(expected).find(([each]) => each === wing)?.[1] ?? "Triptych");
    }
  });

  it("show no two commands with the same name", () => {
    const names = inPalette()
      .filter(({ when }) => when !== "false")
      .map(({ category, title }) => `${textOf(category)}: ${textOf(title)}`);
    assert.deepEqual(
      names.filter((name, place) => names.indexOf(name) !== place),
      [],
    );
  });

  for (const [command, context] of [
    ["triptych.trackers.removeKey", "triptych.trackers.hasKey"],
    ["triptych.trackers.readApps", "triptych.trackers.hasKey"],
    ["triptych.trackers.clearWorkspace", "triptych.trackers.hasFindings"],
    ["triptych.trackers.scanWorkspace", "workspaceFolderCount > 0"],
    ["triptych.issues.signOut", "triptych.issues.isSignedIn"],
    ["triptych.issues.sendOutbox", "triptych.issues.hasOutbox"],
    ["triptych.issues.closeOrReopen", "triptych.thread.close"],
    ["triptych.issues.closeOrReopen", "triptych.thread.reopen"],
    ["triptych.blocks.showNewBlocks", "triptych.blocks.isLive"],
  ] as const) {
    it(`hide ${command} unless ${context}`, () => {
      const when = inPalette().find((each) => each.command === command)?.when;
      assert.ok(when?.includes(context), when ?? "always shown");
    });
  }

  it("have the same groups in the same order in the title of each view", () => {
    const groups = WINGS.map((wing) => {
      const items = menu("view/title").filter(({ when = "" }) => when.includes(`view == triptych.${wing}`));
      return [...new Set(items.map(({ group = "" }) => group.replace(/@.*/, "")))];
    });
    const all = ["navigation", "1_open", "2_arrange", "3_connect"];
    for (const each of groups)
      assert.deepEqual(
        all.filter((group) => each.includes(group)),
        each,
      );
    for (const command of ["triptych.openSettings", "triptych.showLog"]) {
      assert.ok(menu("view/title").some((item) => item.command === command && item.group?.startsWith("8_")));
    }
  });

  it("start the menu of a row with what opens it, and have Copy Link", () => {
    const rows = menu("view/item/context").filter(({ group }) => group !== undefined && !group.startsWith("inline"));
    for (const { command, group = "" } of rows) {
      const title = textOf(contributes.commands.find((each) => each.command === command)?.title ?? "");
      assert.equal(group.startsWith("0_open"), /^(Open|Show Network|Go to)/.test(title), `${title} in ${group}`);
    }
    for (const wing of WINGS)
      assert.ok(
        rows.some(({ command, when }) => command === "triptych.copyLink" && when?.includes(`triptych.${wing}`)),
      );
  });

  it("have keys for the most common lookups", () => {
    for (const command of ["triptych.trackers.findApp", "triptych.issues.openIssue", "triptych.blocks.goToBlock"]) {
      const binding = contributes.keybindings.find((each) => each.command === command);
      assert.match(binding?.key ?? "", /^ctrl\+k shift\+[a-z]$/);
      assert.match(binding?.mac ?? "", /^cmd\+k shift\+[a-z]$/);
    }
  });
});
