// Which images a thread's page requests, and how many it keeps.
import assert from "node:assert/strict";
import { Images } from "../../../../src/panels/thread/images.ts";

const SERVER = "https://forge.example";
const MEBI = 1024 * 1024;

describe("The images of a thread", () => {
  let requested: string[];
  let images: Images;
  let unanswered: string[];
  beforeEach(() => {
    requested = [];
    unanswered = [];
    images = new Images((url, { agreed }) => {
      requested.push(`${url.replace(`${SERVER}/`, "")}${agreed ? " agreed" : ""}`);
      unanswered.push(url);
    });
    images.setServer(SERVER);
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
    assert.equal(requested.length, 300);
    assert.ok(!images.states.has(`${SERVER}/0`) && images.states.has(`${SERVER}/299`));
    draw(...urls(0, 2));
    assert.deepEqual(requested.slice(300), ["0", "1"]);
  });

  it("are not requested while those in sight take too much memory, except at the reader's request", () => {
    draw(...urls(0, 20));
    draw(...urls(0, 20));
    assert.ok(requested.length <= 11, `${requested.length} were requested`);
    requested = [];
    images.loadAgreed(`${SERVER}/19`, false);
    answer();
    draw(...urls(0, 20));
    assert.deepEqual(requested, ["19 agreed"]);
  });

  it("from other hosts load again without asking once the reader has agreed to them", () => {
    const other = "https://elsewhere.example/a.png";
    draw(other);
    assert.deepEqual(requested, []);
    images.loadAgreed(other, false);
    answer();
    for (let from = 0; from < 20; from += 2) draw(...urls(from, 2));
    assert.ok(!images.states.has(other));
    requested = [];
    draw(other);
    assert.deepEqual(requested, [`${other} agreed`]);
  });

  it("that their server redirects to another host load once images from that host always load", () => {
    const drawn = new Set(urls(0, 3));
    images.loadDrawn(drawn);
    for (const [at, url] of urls(0, 3).entries())
      images.receive(url, { kind: "elsewhere", host: at === 2 ? "other.example" : "cdn.example" });
    requested = [];
    images.loadDrawn(drawn);
    assert.deepEqual(requested, []);
    images.setAllowedHosts(["cdn.example"]);
    images.loadDrawn(drawn);
    assert.deepEqual(requested, ["0", "1"]);
  });
});
