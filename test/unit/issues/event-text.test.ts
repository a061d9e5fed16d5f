// The texts of event lines, without VS Code.
import assert from "node:assert/strict";
import type { RepositoryAddress } from "../../../src/issues/model/address.ts";
import type { Meaning, ThreadEvent } from "../../../src/issues/model/timeline.ts";
import type { Sentence } from "../../../src/panels/thread/messages.ts";
import type * as EventText from "../../../src/issues/thread-panel/event-text.ts";
import { importTexts } from "../import-texts.ts";

const HOME = { base: "https://codeberg.org", owner: "lantern", name: "almanac" };
const MAREK = { id: 7n, login: "marek" };

describe("The line of an event", () => {
  let texts: typeof EventText;
  before(async () => {
    texts = (await importTexts("src/issues/thread-panel/event-text.ts", "en")) as typeof EventText;
  });

  const join = (sentence: Sentence): string =>
    sentence.map((piece) => ("text" in piece ? piece.text : piece.is === "label" ? piece.label.name : "")).join("");
  const toEvent = (meaning: Meaning, place = 0): ThreadEvent => ({ id: BigInt(place), author: MAREK, at: 0, meaning });
  const lineOf = (meaning: Meaning, home: RepositoryAddress = HOME): string =>
    join(texts.eventView(toEvent(meaning), home).sentence);
  const folded = (...meanings: readonly Meaning[]): string =>
    join(texts.foldedView(meanings.map(toEvent), HOME)?.sentence ?? []);

  it("says how long someone worked, even if the server returns the seconds only as text", () => {
    const added = (seconds: number | undefined, text: string): string => lineOf({ kind: "timeAdded", seconds, text });
    assert.equal(added(undefined, "20"), "marek logged 20 s");
    assert.equal(added(20, ""), "marek logged 20 s");
    assert.equal(added(undefined, "3720"), "marek logged 1 h 2 min");
    assert.equal(added(3600, "1 hour"), "marek logged 1 hour");
    assert.equal(added(-5400, "-1 hour -30 minutes"), "marek took back 1 h 30 min of logged time");
    assert.equal(added(undefined, "-20"), "marek took back 20 s of logged time");
  });

  it("says whether a project was added, removed or changed", () => {
    const changed = (from: bigint, to: bigint): string => lineOf({ kind: "projectChanged", from, to });
    assert.equal(changed(0n, 3n), "marek added this to a project");
    assert.equal(changed(3n, 0n), "marek removed this from a project");
    assert.equal(changed(3n, 4n), "marek moved this to another project");
  });

  it("names the repository of another issue only if it is another one, regardless of case", () => {
    const mention = (repository: string): Meaning => ({
      kind: "mentioned",
      in: { number: 3n, title: "Fog", closed: false, pull: undefined, repository },
      comment: undefined,
      effect: "none",
    });
    const textOf = (meaning: Meaning): string =>
      texts
        .eventView(toEvent(meaning), HOME)
        .sentence.flatMap((piece) => (piece.is === "link" ? piece.text : []))
        .join();
    assert.equal(textOf(mention("Lantern/Almanac")), "#3 Fog");
    assert.equal(textOf(mention("lantern/keeper")), "lantern/keeper#3 Fog");
  });

  it("links the comment that mentions the issue, and counts comments of the same issue", () => {
    const mention = (comment: bigint | undefined): Meaning => ({
      kind: "mentioned",
      in: { number: 3n, title: "Fog", closed: false, pull: undefined, repository: undefined },
      comment,
      effect: "none",
    });
    const linkOf = (meaning: Meaning): readonly string[] =>
      texts.eventView(toEvent(meaning), HOME).sentence.flatMap((piece) => (piece.is === "link" ? piece.href : []));
    assert.deepEqual(linkOf(mention(9n)), ["https://codeberg.org/lantern/almanac/issues/3#issuecomment-9"]);
    assert.deepEqual(linkOf(mention(undefined)), ["https://codeberg.org/lantern/almanac/issues/3"]);
    assert.equal(folded(mention(9n), mention(10n)), "marek mentioned this 2 times");
  });

  it("counts the commits of several pushes together", () => {
    const push = (commits: number, forced = false): Meaning => ({ kind: "pushed", commits, forced });
    assert.equal(folded(push(1), push(1)), "marek pushed 2 commits");
    assert.equal(folded(push(2), push(3), push(1, true)), "marek pushed 5 commits and force-pushed the branch");
    assert.equal(folded(push(0), push(3)), "marek pushed commits");
  });

  it("counts each label, person and commit once", () => {
    const label = (name: string, added: boolean): Meaning => ({
      kind: "labeled",
      label: { id: 1n, name, color: "ff0000", description: undefined, archived: false },
      added,
    });
    assert.equal(
      folded(label("bug", true), label("bug", false), label("bug", true)),
      "marek removed bug and added bug",
    );
    assert.equal(folded(label("bug", true), label("fog", true), label("bug", true)), "marek added 2 labels");
    const assigned: Meaning = { kind: "assigned", person: { id: 8n, login: "ines" }, added: true };
    assert.equal(folded(assigned, assigned), "marek assigned ines");
  });

  it("ends with what happened last", () => {
    assert.equal(
      folded({ kind: "closed" }, { kind: "reopened" }, { kind: "closed" }),
      "marek reopened this and closed this",
    );
    const retitled = (from: string, to: string): Meaning => ({ kind: "retitled", from, to });
    assert.equal(
      folded(retitled("Tides", "Ebb"), retitled("Ebb", "Tides"), retitled("Tides", "Ebb")),
      "marek changed the title from Ebb to Tides and changed the title from Tides to Ebb",
    );
  });
});
