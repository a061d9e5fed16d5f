// References that several wings find in the same text.
import assert from "node:assert/strict";
import { collectReferences, MAX_LINKS_PER_DOCUMENT } from "../../../src/workbench/references/collect-references.ts";
import { References, type Resolver } from "../../../src/workbench/references/registry.ts";

function resolver(id: string, pattern: RegExp): Resolver & { readonly opened: string[] } {
  const opened: string[] = [];
  return {
    id,
    opened,
    find: (line) =>
      [...line.matchAll(pattern)].map(({ index, 0: text }) => ({
        start: index,
        end: index + text.length,
        tooltip: `Open ${text}`,
      })),
    hover: (text) => Promise.resolve(`about ${text}`),
    open: (text) => {
      opened.push(text);
      return Promise.resolve();
    },
  };
}

describe("References", () => {
  it("are found in the order of the line, each with its wing", () => {
    const registry = new References();
    registry.offer(resolver("issues", /#\d+/g));
    registry.offer(resolver("blocks", /0\.0\.\d+/g));
    const found = registry.find("0.0.98 pays for #12");
    assert.deepEqual(
      found.map(({ resolver: whose, text }) => [whose, text]),
      [
        ["blocks", "0.0.98"],
        ["issues", "#12"],
      ],
    );
  });

  it("belong to the longer match if two wings match the same text", () => {
    const registry = new References();
    registry.offer(resolver("short", /#\d+/g));
    registry.offer(resolver("long", /\w+\/\w+#\d+/g));
    assert.deepEqual(
      registry.find("see lantern/almanac#12").map(({ resolver: whose, text }) => [whose, text]),
      [["long", "lantern/almanac#12"]],
    );
  });

  it("are not searched for in lines that are too long to read", () => {
    const registry = new References();
    registry.offer(resolver("issues", /#\d+/g));
    assert.equal(registry.find(`#12 ${"x".repeat(10_000)}`).length, 0);
  });

  it("open only if their resolver still matches the whole text", async () => {
    const registry = new References();
    const issues = resolver("issues", /#\d+/g);
    registry.offer(issues);
    assert.equal(await registry.open("issues", "#12"), true);
    assert.equal(await registry.open("issues", "#12; rm -rf"), false);
    assert.equal(await registry.open("nobody", "#12"), false);
    assert.deepEqual(issues.opened, ["#12"]);
  });

  it("are not found after their wing has removed its resolver", async () => {
    const registry = new References();
    const offered = registry.offer(resolver("issues", /#\d+/g));
    const [found] = registry.find("#12");
    offered.dispose();
    assert.deepEqual(registry.find("#12"), []);
    assert.ok(found !== undefined);
    assert.equal(await registry.hover(found, new AbortController().signal), undefined);
  });

  it("may depend on the line's position, and on what was loaded before", async () => {
    const registry = new References();
    const known = new Set<string>();
    const opened: (string | undefined)[] = [];
    registry.offer({
      ...resolver("issues", /#\d+/g),
      prepare: (text, where) => {
        if (!text.includes("#") || where === undefined) return undefined;
        return Promise.resolve().then(() => void known.add(where));
      },
      find: (line, where) =>
        where !== undefined && known.has(where) && line.startsWith("#12") ? [{ start: 0, end: 3, tooltip: "" }] : [],
      open: (_text, where) => {
        opened.push(where);
        return Promise.resolve();
      },
    });
    assert.deepEqual(registry.find("#12", "file:///a/b.md"), []);
    await registry.prepare("nothing of note", "file:///a/b.md");
    assert.deepEqual(registry.find("#12", "file:///a/b.md"), []);
    await registry.prepare("see #12", "file:///a/b.md");
    assert.deepEqual(
      registry.find("#12", "file:///a/b.md").map(({ text, where }) => [text, where]),
      [["#12", "file:///a/b.md"]],
    );
    assert.deepEqual(registry.find("#12", "file:///elsewhere.md"), []);
    assert.equal(await registry.open("issues", "#12", "file:///elsewhere.md"), true);
    assert.deepEqual(opened, ["file:///elsewhere.md"]);
  });

  it("of one wing are found even if another could not load what it needs", async () => {
    const registry = new References();
    registry.offer({ ...resolver("broken", /nothing/g), prepare: () => Promise.reject(new Error("no disk")) });
    registry.offer(resolver("issues", /#\d+/g));
    await registry.prepare("#12", undefined);
    assert.equal(registry.find("#12").length, 1);
  });

  it("are collected up to a limit, in steps, with the first line that was left out", async () => {
    const registry = new References();
    registry.offer(resolver("issues", /#\d/g));
    const log = (lines: number) => ({ lineCount: lines, lineAt: () => ({ text: "#1 #2 #3" }) });
    const options = { isCanceled: () => false, find: (line: string) => registry.find(line) };
    const few = await collectReferences(log(1000), options);
    assert.deepEqual([few.references.length, few.cutAtLine], [3000, undefined]);
    const many = await collectReferences(log(100_000), options);
    assert.deepEqual([many.references.length, many.cutAtLine], [MAX_LINKS_PER_DOCUMENT, 1666]);
    assert.equal(many.references.at(-1)?.[0], 1666);
  });

  it("are no longer collected once the request for them was canceled", async () => {
    let asked = 0;
    const endless = { lineCount: 1e9, lineAt: () => ({ text: "" }) };
    const { references: found } = await collectReferences(endless, {
      isCanceled: () => true,
      find: () => {
        asked += 1;
        return [];
      },
    });
    assert.deepEqual(found, []);
    assert.ok(asked < 1e8, `${asked}`);
  });
});
