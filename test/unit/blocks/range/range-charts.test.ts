// The charts of a range in German.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import type { Part } from "../../../../src/panels/kit/content/content-model.ts";
import type * as Content from "../../../../src/blocks/range/content.ts";
import { importTexts } from "../../import-texts.ts";
import { mirror } from "../ledgers.ts";

describe("The charts of a range in German", () => {
  const world = mirror();

  it("name their values with capitals, also for screen readers", async () => {
    const translations = await readFile("src/blocks/l10n/de.json", "utf8");
    const content = (await importTexts("src/blocks/range/content.ts", "de", translations)) as typeof Content;
    const { store } = world.open();
    const { values: blocks } = await store.newest(world.network);
    const { parts } = content.rangePage({
      name: "mine",
      network: world.network,
      range: { from: 0n, to: 49n },
      blocks,
      state: { kind: "loaded", note: undefined },
      verification: { kind: "idle" },
      hits: { typed: "", answer: "", blocks: [] },
    });
    const inner: readonly Part<unknown>[] = parts.flatMap((part) => (part.kind === "section" ? part.parts : []));
    const plots = inner.flatMap((part) => (part.kind === "chart" ? part.plots : []));
    assert.deepEqual(
      plots.flatMap(({ lines }) => lines.map(({ name }) => name)),
      ["Transaktionen", "Gas", "Bytes", "Intervall"],
    );
  });
});
