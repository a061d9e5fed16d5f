// Sharing offers every place that receives content, and creates the content only after one was chosen.
import assert from "node:assert/strict";
import { Shares, type SharedContent, type Receiver } from "../../../src/workbench/share/shares.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";

function receiver(label: string): Receiver & { readonly taken: SharedContent[] } {
  const taken: SharedContent[] = [];
  return { id: label, label, taken, take: (parcel) => void taken.push(parcel) };
}

const parcel: SharedContent = { title: "Tramway 8.4", markdown: "**4 trackers**" };

describe("Sharing", () => {
  it("offers the wings' targets before the built-in ones", async () => {
    const dialogs = new ScriptedDialogs("Comment on an Issue…");
    const issue = receiver("Comment on an Issue…");
    const shares = new Shares(dialogs, [receiver("Copy as Markdown")]);
    shares.receive(issue);
    await shares.share("Share Report", () => parcel);
    assert.deepEqual(dialogs.asked, ["Share Report: Comment on an Issue…, Copy as Markdown"]);
    assert.deepEqual(issue.taken, [parcel]);
  });

  it("creates no content if no target was selected", async () => {
    const copy = receiver("Copy as Markdown");
    const shares = new Shares(new ScriptedDialogs(undefined), [copy]);
    let made = 0;
    await shares.share("Share Report", () => {
      made += 1;
      return parcel;
    });
    assert.equal(made, 0);
    assert.deepEqual(copy.taken, []);
  });

  it("no longer offers a target that was disposed of", async () => {
    const dialogs = new ScriptedDialogs();
    const shares = new Shares(dialogs, [receiver("Copy as Markdown")]);
    shares.receive(receiver("Comment on an Issue…")).dispose();
    await shares.share("Share Report", () => parcel);
    assert.deepEqual(dialogs.asked, ["Share Report: Copy as Markdown"]);
  });
});
