// Hovers and links for blocks, transactions, entities and times mentioned in a file.
import assert from "node:assert/strict";
import { commands, Uri, workspace, type DocumentLink } from "vscode";
import { mentionActions } from "../../../src/blocks/references/mention-details.ts";
import { resolveMentions } from "../../../src/blocks/references/mention-resolver.ts";
import type { Reading } from "../../../src/blocks/search/typed-text.ts";
import { formatSeconds } from "../../../src/base/time.ts";
import { Settings } from "../../../src/workbench/settings.ts";
import { machine } from "../../unit/blocks/store-of.ts";
import { sharedParts } from "../extension.ts";
import { blocksService, type BlocksService } from "./service.ts";
import { shown } from "../shown.ts";

describe("References to a ledger in a file", () => {
  let node: BlocksService;
  let home: Awaited<ReturnType<typeof machine>>;

  before(async () => {
    [node, home] = await Promise.all([blocksService(), machine()]);
    await node.reset();
  });
  after(() => home.close());

  const opened = () => {
    const readings: Reading[] = [];
    const { store } = home.open({ sandbox: node.origin });
    const settings = new Settings(
      {
        inspect: () => ({ defaultValue: true }),
        onDidChange: () => ({ dispose: () => undefined }),
        write: () => Promise.resolve(),
      },
      () => undefined,
    );
    const parts = {
      now: Date.now,
      navigation: { open: (reading: Reading) => Promise.resolve(void readings.push(reading)) },
      warn: () => assert.fail("it warned"),
    };
    const resolver = resolveMentions(() => Promise.resolve(mentionActions(store, parts)), settings);
    const { signal } = new AbortController();
    return { resolver, store, readings, hover: async (text: string) => shown(await resolver.hover(text, signal)) };
  };
  const block = async (number: bigint) => {
    const { store } = opened();
    const found = await store.find(store.network, { number });
    return "block" in found ? found.block : assert.fail(`there is no block ${number}`);
  };
  const transactionOf = async (number: bigint) => {
    const { from, to } = await block(number);
    const { store } = opened();
    if (from === undefined || to === undefined) return assert.fail("its times are not known");
    for await (const { values } of store.transactions.walk(store.network, { from, to })) {
      for (const each of values) if (each.id !== undefined && each.nonce === 0n && !each.scheduled) return each;
    }
    return assert.fail(`block ${number} has no transaction`);
  };

  it("show a block for its hash, with its number, transactions and times", async () => {
    const { hash } = await block(1998n);
    const { hover, resolver, readings } = opened();
    const shown = await hover(hash);
    assert.match(shown, /\*\*Block 1,998\*\* on sandbox\n\n\d+ transactions · [\d,]+ gas\n\n.*UTC/);
    await resolver.open(hash);
    assert.deepEqual(readings, [{ kind: "block", name: { hash } }]);
  });

  it("show a transaction for its ID in a wallet's format, with its type, result and time", async () => {
    const { id = "", time } = await transactionOf(1998n);
    const [payer, seconds, nanoseconds] = id.split("-");
    const { hover, resolver, readings } = opened();
    const shown = await hover(`${payer}@${seconds}.${nanoseconds}`);
    assert.match(shown, /^\*\*[A-Z][\w ]+\*\* [A-Z_\\]+, on sandbox/);
    assert.ok(shown.includes(`\`${id}\``));
    await resolver.open(`${payer}@${seconds}.${nanoseconds}`);
    assert.equal(readings[0]?.kind, "transaction");
    assert.ok(time > 0n);
  });

  it("show a consensus time and its block", async () => {
    const { from } = await block(1997n);
    const { hover } = opened();
    const shown = await hover(formatSeconds(from ?? 0n));
    assert.match(shown, /In \*\*Block 1,997\*\* on sandbox$/);
  });

  it("show an entity with its last transaction", async () => {
    const { transfers } = await transactionOf(1998n);
    const account = transfers.map((each) => each.account).find((each) => /^0\.0\.\d{4,}$/.test(each ?? ""));
    assert.ok(account !== undefined);
    const { hover, resolver, readings } = opened();
    assert.match(await hover(account), new RegExp(`^\\*\\*${account}\\*\\* on sandbox.*Last transaction: `, "s"));
    await resolver.open(account);
    assert.deepEqual(readings, [{ kind: "about", id: account }]);
  });

  it("distinguish what the node doesn't have from what failed to load", async () => {
    const { hover } = opened();
    const hash = `0x${"ab".repeat(48)}`;
    assert.match(await hover(hash), /^No block or transaction on sandbox has the hash/);
    assert.match(
      await hover("0.0.999999999"),
      /sandbox has no account, contract, token, topic or schedule 0\.0\.999999999/,
    );
  });

  it("show a contract with its results, a token with its supply, and a topic with its memo and messages", async () => {
    const { hover } = opened();
    const contract = await hover("0.0.2001");
    assert.match(contract, /^\*\*0\.0\.2001\*\* on sandbox\n\nContract\n\n`0x[0-9a-f]{40}`/);
    assert.match(contract, /Last call: [\d,]+ gas, /);
    assert.match(await hover("0.0.3001"), /\n\nToken · Tram Credit 1 · [\d,]+(\.\d+)? TRAM1/);
    const topic = await hover("0.0.4001");
    assert.match(topic, /\n\nTopic\n\nMemo: line 1\n\n/);
    assert.match(topic, /Last message: /);
    assert.match(await hover("0.0.3001"), /Mirror nodes can't list transactions by token\./);
    assert.match(await hover("0.0.5001"), /Mirror nodes can't list transactions by schedule\./);
    assert.match(await hover("0.0.1002"), /\n\nAccount · (balance not recorded|[\d.,]+ ℏ on )/);
  });

  it("show that a request failed, and why", async () => {
    await node.fault({ kind: "status", status: 500, path: "/contracts/", times: 20 });
    try {
      assert.match(await opened().hover("0.0.1234"), /^Could not load `0\.0\.1234`: /);
    } finally {
      await node.mend();
    }
  });

  it("are links in a real editor, unlike version numbers", async () => {
    await sharedParts();
    const folder = workspace.workspaceFolders?.[0]?.uri ?? assert.fail("no folder is open");
    const file = Uri.joinPath(folder, "ledger.md");
    const { hash } = await block(1990n);
    await workspace.fs.writeFile(file, new TextEncoder().encode(`Version 0.0.45, and ${hash} of 0.0.1234\n`));
    await workspace.openTextDocument(file);
    const links = await commands.executeCommand<DocumentLink[]>("vscode.executeLinkProvider", file);
    const ours = links.filter(({ target }) => target?.toString(true).includes("triptych.openReference"));
    assert.deepEqual(
      ours.map(({ range }) => [range.start.character, range.end.character]).sort(([a = 0], [b = 0]) => a - b),
      [
        [20, 118],
        [122, 130],
      ],
    );
  });
});
