// Translations: collecting strings from the sources, and checking the translation files.
import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pseudo } from "../../l10n/pseudo.js";
import { collectStrings } from "../../l10n/strings.js";
import { bundleOf, checkTranslations, updateTranslations } from "../../l10n/translations.js";

let root = "";

async function write(file: string, content: string | Record<string, unknown>): Promise<void> {
  const path = join(root, file);
  await mkdir(join(path, ".."), { recursive: true });
  await writeFile(path, typeof content === "string" ? content : JSON.stringify(content));
}

describe("Translations", () => {
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "triptych-l10n-"));
    await write("package.nls.json", { title: "Open {0}" });
    await write(
      "src/issues/list.ts",
      'l10n.t("Retry"); // l10n.t("in a comment")\nl10n.plural(n, "{0} comment", "{0} comments"); l10n.t(\n"Open {0}", name)',
    );
    await write("src/workbench/log/log.ts", 'const a = l10n.t("Retry");');
    await write("src/extension.ts", 'l10n.t("Beside the wings")');
  });

  afterEach(async () => {
    await rm(root, { recursive: true, force: true });
  });

  it("include the strings of calls by area, and none of comments", async () => {
    const { byArea, faults } = await collectStrings(root);
    assert.deepEqual([...(byArea.get("issues") ?? [])], ["Retry", "{0} comment", "{0} comments", "Open {0}"]);
    assert.deepEqual([...(byArea.get("workbench") ?? [])], ["Beside the wings", "Retry"]);
    assert.deepEqual(faults, []);
  });

  it("report a call whose string is composed, because it can't be collected", async () => {
    await write("src/blocks/row.ts", 'l10n.t(`Block ${n}`); l10n.plural(n, one, "{0} blocks")');
    const { faults } = await collectStrings(root);
    assert.deepEqual(faults, [
      "this text can't be translated: blocks/row.ts: l10n.t(`Block ${n}`",
      "this text can't be translated: blocks/row.ts: l10n.plural(n, one",
    ]);
  });

  it("include all texts of a JSON file whose texts are translated by key, at any depth", async () => {
    await write("src/blocks/names.json", { a: "Apple", more: { b: { short: "Pear" } } });
    const table = 'import names from "./names.json" with { type: "json" };';
    await write("src/blocks/row.ts", `${table} l10n.t(names[key]); l10n.t(names.more[key].short);`);
    const { byArea, faults } = await collectStrings(root);
    assert.deepEqual([...(byArea.get("blocks") ?? [])], ["Apple", "Pear"]);
    assert.deepEqual(faults, []);
  });

  it("get new strings with an empty text, keep existing strings and lose unused ones", async () => {
    await write("src/issues/l10n/de.json", {
      "Open {0}": "{0} öffnen",
      gone: "weg",
      "{0} comments/few": "{0} Kommentare",
    });
    const missing = await updateTranslations(root, "de");
    assert.deepEqual(Object.fromEntries(missing), { workbench: 2, trackers: 0, issues: 2, blocks: 0, manifest: 1 });
    assert.deepEqual(JSON.parse(await readFile(join(root, "src/issues/l10n/de.json"), "utf8")), {
      "Open {0}": "{0} öffnen",
      "{0} comment": "",
      "{0} comments": "",
      "{0} comments/few": "{0} Kommentare",
    });
  });

  it("keep strings of the workbench in its own file, and bundle all areas without empty strings", async () => {
    await write("src/issues/l10n/de.json", { "Open {0}": "{0} öffnen", "{0} comment": "" });
    await write("src/workbench/l10n/de.json", { Retry: "Wiederholen" });
    assert.deepEqual(await bundleOf(root, "de"), { Retry: "Wiederholen", "Open {0}": "{0} öffnen" });
    assert.equal((await checkTranslations(root, "de")).missing.get("issues"), 2);
  });

  it("report stale keys, different placeholders and two translations of one string", async () => {
    await write("src/blocks/row.ts", 'l10n.t("Open {0}")');
    await write("src/blocks/l10n/de.json", { "Open {0}": "{0} aufmachen" });
    await write("src/issues/l10n/de.json", { "Open {0}": "{0} öffnen", "{0} comment": "Kommentar", gone: "weg" });
    await write("package.nls.de.json", { title: "Öffnen", lost: "verloren" });
    assert.deepEqual((await checkTranslations(root, "de")).faults, [
      'src/issues/l10n/de.json: "{0} comment" has the placeholders “{0}”, its translation “”',
      'src/issues/l10n/de.json: no string of the sources is "gone"; run `npm run l10n`',
      'src/blocks/l10n/de.json: another part translates "Open {0}" differently',
      'package.nls.de.json: "Open {0}" has the placeholders “{0}”, its translation “”',
      "package.nls.de.json: package.nls.json has no lost; run `npm run l10n`",
    ]);
  });

  it("can be pseudo-translations, which are longer, marked at both ends, and keep placeholders, icons, links and code", () => {
    const text = "Open {0} in $(globe) [Settings](command:triptych.open) of `#triptych.url#`";
    const made = pseudo(text);
    assert.match(made, /^⟦.*⟧$/);
    assert.ok(made.length > text.length * 1.4);
    for (const fixed of ["{0}", "$(globe)", "](command:triptych.open)", "`#triptych.url#`"])
      assert.ok(made.includes(fixed));
    assert.ok(!made.includes("Open"));
  });
});
