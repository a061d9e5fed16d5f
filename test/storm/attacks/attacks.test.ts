// Attacks by hostile servers, texts, files and machines, and a table of what was stopped.
import assert from "node:assert/strict";
import { tableOf, tryAll, type Attack, type Row } from "./attack.ts";
import { HostileServers } from "./answers.ts";
import { fileAttacks } from "./files.ts";
import { machineAttacks } from "./machine.ts";
import { textAttacks } from "./texts.ts";

/** The short storm runs some tries of each attack. */
const MOST_TRIES = Number(process.env["TRIPTYCH_STORM_RUNS"] ?? 1000) < 100 ? 6 : Infinity;

describe("Attacks", function () {
  this.timeout(600_000);
  let servers: HostileServers;
  const rows: Row[] = [];

  before(async () => {
    servers = await HostileServers.start();
  });
  after(async () => {
    await servers.close();
    for (const line of tableOf(rows)) console.log(`      ${line}`);
  });

  const attack = (name: string, make: () => readonly Attack[]): void => {
    it(`with ${name} do no harm: nothing leaks, hangs or is left unhandled`, async () => {
      const tried: Row[] = [];
      for (const each of make()) tried.push(await tryAll(each, MOST_TRIES));
      rows.push(...tried);
      assert.deepEqual(
        tried.flatMap((row) => row.faults.map((fault) => `${row.name}: ${fault}`)),
        [],
      );
    });
  };
  attack("servers", () => servers.attacks());
  attack("texts", textAttacks);
  attack("files", fileAttacks);
  attack("the machine", machineAttacks);
});
