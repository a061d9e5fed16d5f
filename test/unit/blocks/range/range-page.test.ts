// What the panel of a range shows while it loads.
import assert from "node:assert/strict";
import type { Page } from "../../../../src/panels/kit/page/model.ts";
import { importTexts } from "../../import-texts.ts";
import { until } from "../../workbench/until.ts";
import { mirror } from "../ledgers.ts";

interface Opened {
  readonly receive: (message: unknown) => void | Promise<void>;
  readonly page: () => Page;
}

interface Module {
  readonly openRangePage: (first: unknown, port: unknown, store: unknown, panel: unknown, parts: unknown) => Opened;
}

const TRANSFER = "Transfer(address,address,uint256)";

describe("The panel of a range", () => {
  const world = mirror();
  let module: Module;

  before(async () => {
    module = (await importTexts("src/blocks/range/range-page.ts", "en")) as Module;
  });

  function open(from: string, to: string, { sent = (_page: Opened): void => undefined } = {}) {
    const { store } = world.open();
    const port = { send: () => sent(opened), update: () => undefined, move: () => true };
    const opened = module.openRangePage({ network: "mine", from, to }, port, store, {}, { now: Date.now });
    return opened;
  }

  const isLoading = ({ page }: Opened): boolean => page().parts.some(({ kind }) => kind === "busy");
  const answer = ({ page }: Opened): string =>
    page()
      .parts.flatMap((part) => (part.kind === "section" ? part.parts : []))
      .flatMap((part) => (part.kind === "text" && typeof part.text === "string" ? part.text : []))
      .join("");

  it("searches the logs of all blocks, even if the search began before they were loaded", async () => {
    const early: string[] = [];
    const page = open("100", "399", {
      sent: (opened) => {
        if (early.length > 0) return;
        void opened.receive({ type: "searchLogs", typed: TRANSFER });
        early.push(answer(opened));
      },
    });
    await until(() => !isLoading(page));
    const shown = answer(page);
    await page.receive({ type: "searchLogs", typed: TRANSFER });
    assert.notEqual(early[0], shown);
    assert.equal(shown, answer(page));
  });

  it("offers to export and share blocks once there are any", async () => {
    const buttons = ({ page }: Opened): readonly string[] => page().head.toolbar.buttons.map(({ label }) => label);
    const empty = open("5000", "5009");
    await until(() => !isLoading(empty));
    assert.deepEqual(buttons(empty), ["Refresh"]);
    const page = open("100", "109");
    assert.deepEqual(buttons(page), ["Refresh"]);
    await until(() => !isLoading(page));
    assert.deepEqual(buttons(page), ["Export…", "Share…", "Refresh"]);
  });
});
