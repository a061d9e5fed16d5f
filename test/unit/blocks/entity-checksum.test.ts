// Warns about the ID of an entity whose checksum is wrong.
import assert from "node:assert/strict";
import type * as Details from "../../../src/blocks/references/mention-details.ts";
import type * as GoTo from "../../../src/blocks/references/go-to.ts";
import { checkEntityId } from "../../../src/blocks/model/entity-checksum.ts";
import { readTyped } from "../../../src/blocks/model/typed-text.ts";
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
    assert.deepEqual(typed("0.0.123-vfmkw"), { readings: [{ is: "entity", id: "0.0.123", checksum: "vfmkw" }] });
    assert.deepEqual(typed("0.0.123"), { readings: [{ is: "entity", id: "0.0.123" }] });
  });

  it("is checked before an ID is chosen in Go to Block", async () => {
    const { askForBlock } = (await importTexts("src/blocks/references/go-to.ts", "en")) as {
      readonly askForBlock: (...given: readonly unknown[]) => Promise<typeof GoTo>;
    };
    const labels = async (typed: string): Promise<readonly string[]> => {
      const shown: string[] = [];
      const search = (_asked: unknown, list: (text: string) => readonly { readonly label: { toString(): string } }[]) =>
        shown.push(...list(typed).map(({ label }) => String(label)));
      await askForBlock({ network, newestKnown: () => undefined }, "", { dialogs: { search }, now: () => 0 });
      return shown;
    };
    const choices = (id: string) => [`$(list-flat) Find Latest Transaction of ${id}`, `$(symbol-class) Show ${id}`];
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
    const { mentionParts } = (await importTexts("src/blocks/references/mention-details.ts", "en")) as {
      readonly mentionParts: (store: unknown, parts: unknown) => ReturnType<typeof Details.mentionParts>;
    };
    const events: string[] = [];
    const entities = { find: () => Promise.resolve(undefined) };
    const { about, open } = mentionParts(
      { network, entities },
      {
        now: () => 0,
        goTo: ({ id }: { readonly id: string }) => Promise.resolve(void events.push(id)),
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
});
