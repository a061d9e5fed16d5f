// Settings are validated, and agree with the manifest.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import fc from "fast-check";
import type { Notice } from "../../../src/workbench/dialogs/notices.ts";
import * as blocks from "../../../src/blocks/store/settings.ts";
import * as issues from "../../../src/issues/repositories/settings.ts";
import * as trackers from "../../../src/trackers/store/settings.ts";
import {
  LINKS,
  OPEN_PANELS,
  Settings,
  TIME_ZONE,
  type Configuration,
  type SettingId,
} from "../../../src/workbench/settings.ts";
import { anything, harmless } from "../base/any-json.ts";

const manifest = JSON.parse(await readFile("package.json", "utf8")) as {
  contributes: { configuration: { properties: Record<string, Declared> }[] };
};
interface Declared {
  readonly default: unknown;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
}
const declared = Object.assign({}, ...manifest.contributes.configuration.map((each) => each.properties)) as Record<
  string,
  Declared
>;
const all = [LINKS, OPEN_PANELS, TIME_ZONE, ...[trackers, issues, blocks].flatMap((wing) => Object.values(wing))];

/** A configuration like VS Code's: defaults of the manifest, the user's values, and those of a workspace. */
function configured(user: Record<string, unknown>, workspace: Readonly<Record<string, unknown>> = {}) {
  const notices: Notice[] = [];
  const listeners: ((affects: (id: SettingId) => boolean) => void)[] = [];
  const configuration: Configuration = {
    inspect: (id) => ({
      defaultValue: declared[id]?.default,
      globalValue: user[id],
      workspaceValue: workspace[id],
      workspaceFolderValue: workspace[id],
    }),
    write: (id, value) => {
      user[id] = value;
      for (const listener of listeners) listener((asked) => asked === id);
      return Promise.resolve();
    },
    onDidChange: (listener) => {
      listeners.push(listener);
      return { dispose: () => void listeners.splice(listeners.indexOf(listener), 1) };
    },
  };
  return { settings: new Settings(configuration, (notice) => notices.push(notice)), notices, listeners };
}

describe("The settings", () => {
  it("have the right type or the default, whatever JSON the user's file has", () => {
    for (const setting of all) {
      fc.assert(
        fc.property(fc.oneof(anything, fc.dictionary(fc.string(), anything), fc.array(anything)), (value) => {
          const { settings } = configured({ [setting.id]: value });
          harmless(() => void settings.get<unknown>(setting));
        }),
      );
    }
  });

  it("have defaults of the right type in the manifest", () => {
    const { settings, notices } = configured({});
    for (const each of all) assert.doesNotThrow(() => settings.get<unknown>(each), each.id);
    assert.deepEqual(notices, []);
  });

  it("use the user's value, with a URL without a trailing slash", () => {
    const { settings } = configured({ "triptych.trackers.url": " https://Exodus.Example/sub/ " });
    assert.equal(settings.get(trackers.INSTANCE_URL), "https://exodus.example/sub");
  });

  it("never use a value from a workspace", () => {
    const evil = "https://evil.example";
    const { settings, notices } = configured(
      {},
      { "triptych.trackers.url": evil, "triptych.blocks.networks": [`mainnet ${evil}`] },
    );
    assert.equal(settings.get(trackers.INSTANCE_URL), "https://reports.exodus-privacy.eu.org");
    assert.deepEqual(settings.get(blocks.NETWORKS), ["mainnet", "testnet", "previewnet"]);
    assert.deepEqual(notices, []);
  });

  for (const [fault, value] of [
    ["notText", 7],
    ["notText", null],
    ["notAddress", "codeberg"],
    ["notAddress", "ftp://codeberg.org"],
    ["notAddress", "javascript:alert(1)"],
    ["notAddress", "https://user:word@codeberg.org"],
  ] as const) {
    it(`report ${JSON.stringify(value)} as a URL and use the default`, () => {
      const { settings, notices } = configured({ "triptych.issues.url": value });
      assert.equal(settings.get(issues.SERVER_URL), "https://codeberg.org");
      assert.deepEqual(notices, [{ about: "setting", id: "triptych.issues.url", fault }]);
    });
  }

  it("accept each value that the manifest lists, and no other", () => {
    const choices = all.filter(({ id }) => declared[id]?.enum !== undefined);
    assert.ok(choices.length >= 2);
    for (const setting of choices) {
      const { id } = setting;
      const read = (value: unknown): unknown => configured({ [id]: value }).settings.get<unknown>(setting);
      for (const value of declared[id]?.enum ?? []) assert.equal(read(value), value);
      for (const value of ["nonsense", 7, null, true]) {
        const { settings, notices } = configured({ [id]: value });
        assert.equal(settings.get<unknown>(setting), declared[id]?.default, id);
        assert.deepEqual(notices, [{ about: "setting", id, fault: "notChoice" }]);
      }
    }
  });

  it("say which of them changed", async () => {
    const { settings } = configured({});
    const heard: SettingId[] = [];
    settings.onDidChange((affects) => heard.push(...all.filter(affects).map(({ id }) => id)));
    await settings.set(blocks.NETWORKS, ["testnet"]);
    assert.deepEqual(heard, ["triptych.blocks.networks"]);
    assert.deepEqual(settings.get(blocks.NETWORKS), ["testnet"]);
  });

  it("fire no events once disposed", async () => {
    const { settings, listeners } = configured({});
    settings.dispose();
    await settings.set(blocks.NETWORKS, ["testnet"]);
    assert.equal(listeners.length, 0);
  });
});
