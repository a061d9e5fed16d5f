// Random sequences of sends and failures end with the text on the server once.
import assert from "node:assert/strict";
import { getText } from "../../../src/issues/writing/drafts/draft.ts";
import { places, type Place } from "../../../src/issues/writing/drafts/place.ts";
import { windowAt } from "./signed-in-window.ts";
import { said } from "./written-texts.ts";

/** Random numbers that are the same in every run. */
function drawn(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const FAULTS = ["lost", "refuse", "reset", "truncate", "wrongType", "twice"] as const;

describe("A draft that two windows and the outbox send again and again while the server fails", () => {
  const at = windowAt("forgejo");
  const { bodies, reply, thread } = at;

  for (const seed of [1, 2, 3, 4, 5, 6]) {
    it(`always reports known problems, and is posted once (${seed})`, async () => {
      const draw = drawn(seed);
      const other = at.here.open(at.forge.base);
      const stores = [at.services, other.services];
      for (const { writing } of stores) writing.outbox.start();
      const change: Place = places.comment(thread(1n), 301n);
      await at.services.writing.drafts.begin(change, { opened: said("first comment by alice"), author: "alice" });
      await at.services.writing.drafts.save(change, "changed once");
      await at.services.writing.drafts.save(reply(), "posted once");
      const reported: string[] = [];
      const work: Promise<unknown>[] = [];
      for (let step = 0; step < 14; step += 1) {
        const services = draw() < 0.5 ? at.services : other.services;
        const place = draw() < 0.5 ? change : reply();
        const kind = FAULTS[Math.floor(draw() * FAULTS.length)] ?? "lost";
        // No client can prevent that a proxy posts a comment twice.
        const only = kind === "twice" ? { method: "GET" } : {};
        if (draw() < 0.5)
          at.forge.service.faults.add({ kind, path: draw() < 0.5 ? "comments" : "", times: 1, ...only });
        const what = draw();
        if (what < 0.6) {
          const sending = services.writing.sender
            .send(place)
            .then((outcome) => reported.push(outcome.sent ? "sent" : `${outcome.why} ${outcome.problem?.kind ?? ""}`));
          work.push(sending);
        } else if (what < 0.85) work.push(services.writing.outbox.run());
        else work.push(services.writing.drafts.reportChanges());
        for (let turns = draw() * 20; turns > 0; turns -= 1) await new Promise(setImmediate);
      }
      await Promise.all(work);
      assert.deepEqual(
        reported.filter((each) => each.includes("unexpected")),
        [],
      );
      at.forge.service.faults.clear();
      // The other window may be working on a draft at the moment.
      while ((await at.services.writing.drafts.list()).length > 0) {
        for (const place of [change, reply()]) await at.services.writing.sender.send(place);
      }
      for (const text of ["changed once", "posted once"]) {
        assert.equal(bodies().filter((body) => body === text).length, 1, text);
      }
      assert.deepEqual((await at.services.writing.drafts.list()).map(getText), []);
    });
  }
});
