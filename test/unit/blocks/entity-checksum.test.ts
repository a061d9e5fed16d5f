// Warns about the ID of an entity whose checksum is wrong.
import assert from "node:assert/strict";
import type * as Details from "../../../src/blocks/references/mention-details.ts";
import type * as AskForBlock from "../../../src/blocks/search/ask-for-block.ts";
import type * as LogSearches from "../../../src/blocks/block/log-search.ts";
import { checkEntityId } from "../../../src/blocks/model/entity-checksum.ts";
import { readTyped } from "../../../src/blocks/search/typed-text.ts";
import { importTexts } from "../import-texts.ts";

describe("The checksum of an entity's ID", () => {
  const network = { name: "mainnet", address: "https://mainnet.example" };
  const [other, mistyped] = [
    "0.0.123-esxsf is an ID of testnet, not mainnet.",
    "0.0.132-vfmkw has a wrong checksum. It may be mistyped.",
  ];

  it("depends on the ID and the ledger", () => {
    // From the tests of Hedera's SDKs.
    for (const [checksum, name] of [
      ["vfmkw", "mainnet"],
      ["esxsf", "testnet"],
      ["ogizo", "previewnet"],
    ] as const) {
      for (const on of ["mainnet", "testnet", "previewnet"])
        assert.deepEqual(
          checkEntityId("0.0.123", checksum, on),
          on === name ? undefined : { otherNetwork: name },
          `${name} on ${on}`,
        );
    }
    assert.equal(checkEntityId("0.0.0123", "vfmkw", "mainnet"), undefined);
    assert.equal(checkEntityId("0.0.132", "vfmkw", "mainnet"), "mistyped");
    assert.equal(checkEntityId("0.0.132", "vfmkw", "mine"), undefined);
    assert.equal(checkEntityId("0.0.132", undefined, "mainnet"), undefined);
  });

  it("is kept when an ID is typed", () => {
    const typed = (text: string) => readTyped(text, 0);
    assert.deepEqual(typed("0.0.123-vfmkw"), { readings: [{ kind: "entity", id: "0.0.123", checksum: "vfmkw" }] });
    assert.deepEqual(typed("0.0.123"), { readings: [{ kind: "entity", id: "0.0.123" }] });
  });

  it("is checked before an ID is chosen in Go to Block", async () => {
    const { askForBlock } = (await importTexts("src/blocks/search/ask-for-block.ts", "en")) as {
      readonly askForBlock: (...given: readonly unknown[]) => Promise<typeof AskForBlock>;
    };
    const labels = async (typed: string): Promise<readonly string[]> => {
      const shown: string[] = [];
      const search = (_asked: unknown, list: (text: string) => readonly { readonly label: { toString(): string } }[]) =>
        shown.push(...list(typed).map(({ label }) => String(label)));
      await askForBlock({ network, newestKnown: () => undefined }, "", { dialogs: { search }, now: () => 0 });
      return shown;
    };
    const choices = (id: string) => [`$(symbol-class) Show ${id}`, `$(list-flat) Find Latest Transaction of ${id}`];
    assert.deepEqual(await labels("0.0.123-vfmkw"), choices("0.0.123"));
    assert.deepEqual(await labels("0.0.123-esxsf"), [
      "$(warning) This ID is for testnet, not mainnet",
      ...choices("0.0.123"),
    ]);
    assert.deepEqual(await labels("0.0.132-vfmkw"), [
      "$(warning) Wrong checksum: the ID may be mistyped",
      ...choices("0.0.132"),
    ]);
  });

  it("is checked when an ID in a text is hovered or opened", async () => {
    const { mentionActions } = (await importTexts("src/blocks/references/mention-details.ts", "en")) as {
      readonly mentionActions: (store: unknown, parts: unknown) => ReturnType<typeof Details.mentionActions>;
    };
    const events: string[] = [];
    const entities = { find: () => Promise.resolve(undefined) };
    const { about, open } = mentionActions(
      { network, entities },
      {
        now: () => 0,
        navigation: { open: ({ id }: { readonly id: string }) => Promise.resolve(void events.push(id)) },
        warn: (text: string) => events.push(text),
      },
    );
    const hover = async (text: string) => String(await about("entity", text, new AbortController().signal));
    const plain = (text: string): string => text.replaceAll("\\", "");
    assert.ok(plain(await hover("0.0.123-esxsf")).includes(other));
    assert.ok(plain(await hover("0.0.132-vfmkw")).includes(mistyped));
    assert.ok(!plain(await hover("0.0.123-vfmkw")).includes("checksum"));
    for (const text of ["0.0.123-vfmkw", "0.0.132-vfmkw", "0.0.123-esxsf"]) await open("entity", text);
    assert.deepEqual(events, ["0.0.123", mistyped, "0.0.132", other, "0.0.123"]);
  });

  it("is checked before the logs of a block are searched for an entity", async () => {
    const logs = (await importTexts("src/blocks/block/log-search.ts", "en")) as {
      readonly beginSearch: typeof LogSearches.beginSearch;
      readonly finishSearch: (...given: readonly unknown[]) => ReturnType<typeof LogSearches.finishSearch>;
      readonly describeAnswer: typeof LogSearches.describeAnswer;
    };
    const store = { entities: { find: () => Promise.resolve({ id: "" }) } };
    const answer = async (typed: string): Promise<string> => {
      const search = await logs.finishSearch(store, network, logs.beginSearch(typed));
      return logs.describeAnswer(search, { number: 7n, logsBloom: "0x" }, 0).text;
    };
    assert.ok((await answer("0.0.123-esxsf")).endsWith(` ${other}`));
    assert.ok((await answer("0.0.132-vfmkw")).endsWith(` ${mistyped}`));
    assert.match(await answer("0.0.123-vfmkw"), /^Block 7 contains no log of 0\.0\.123 \(address 0x0{38}7b\)\.$/);
  });
});
