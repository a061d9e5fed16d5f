// Which images a thread's page requests, and how many it keeps.
import assert from "node:assert/strict";
import { Images } from "../../../../src/panels/thread/images.ts";

const SERVER = "https://forge.example";
const MEBI = 1024 * 1024;

describe("The images of a thread", () => {
  let asked: string[];
  let images: Images;
  let unanswered: string[];
  beforeEach(() => {
    asked = [];
    unanswered = [];
    images = new Images((url, { agreed }) => {
      asked.push(`${url.replace(`${SERVER}/`, "")}${agreed ? " agreed" : ""}`);
      unanswered.push(url);
    });
    images.at(SERVER);
  });

  const urls = (from: number, count: number) => Array.from({ length: count }, (_, at) => `${SERVER}/${from + at}`);
  const answer = () => {
    for (let url = unanswered.shift(); url !== undefined; url = unanswered.shift())
      images.receive(url, { kind: "shown", source: "x".repeat(16 * MEBI) });
  };
  const draw = (...drawn: readonly string[]) => {
    images.loadDrawn(new Set(drawn));
    answer();
  };
  const kept = () => [...images.states.values()].filter(({ kind }) => kind === "shown").length;

  it("are dropped once they are out of sight and take too much memory, and load again in sight", () => {
    for (let from = 0; from < 300; from += 2) {
      draw(...urls(from, 2));
      assert.ok(kept() <= 10, `${kept()} are kept`);
    }
    assert.equal(asked.length, 300);
    assert.ok(!images.states.has(`${SERVER}/0`) && images.states.has(`${SERVER}/299`));
    draw(...urls(0, 2));
    assert.deepEqual(asked.slice(300), ["0", "1"]);
  });

  it("are not requested while those in sight take too much memory, except at the reader's request", () => {
    draw(...urls(0, 20));
    draw(...urls(0, 20));
    assert.ok(asked.length <= 11, `${asked.length} were requested`);
    asked = [];
    images.loadAgreed(`${SERVER}/19`, false);
    answer();
    draw(...urls(0, 20));
    assert.deepEqual(asked, ["19 agreed"]);
  });

  it("of other hosts load again without a question once the reader agreed to them", () => {
    const other = "https://elsewhere.example/a.png";
    draw(other);
    assert.deepEqual(asked, []);
    images.loadAgreed(other, false);
    answer();
    for (let from = 0; from < 20; from += 2) draw(...urls(from, 2));
    assert.ok(!images.states.has(other));
    asked = [];
    draw(other);
    assert.deepEqual(asked, [`${other} agreed`]);
  });
});
