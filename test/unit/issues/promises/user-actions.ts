// Helpers for the tests of the promises, named after what a user does.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { getText } from "../../../../src/issues/writing/drafts/draft.ts";
import { places, type Place } from "../../../../src/issues/writing/drafts/place.ts";
import { writeDocument } from "../../../../src/issues/writing/drafts/draft-document.ts";
import type { PersonalityName } from "../../../services/issues/index.js";
import type { machine } from "../machine.ts";
import { windowAt } from "../signed-in-window.ts";

type Opened = ReturnType<Awaited<ReturnType<typeof machine>>["open"]>;

export function userActionsAt(personality: PersonalityName) {
  const at = windowAt(personality);
  const reply = (issue = 1n): Place => places.newComment(at.thread(issue));
  const writer = ({ services }: Opened) => {
    const { drafts, outbox, sender } = services.writing;
    outbox.start();
    return {
      write: async (text: string, issue = 1n) => {
        await drafts.save(reply(issue), text);
        return reply(issue);
      },
      edit: async (id: bigint, opened: string, text: string) => {
        const place = places.comment(at.thread(1n), id);
        await drafts.begin(place, { opened: { title: undefined, body: opened, version: undefined }, author: "alice" });
        await drafts.save(place, text);
        return place;
      },
      issue: async (title: string, body: string, name = "demo") => {
        const { place } = await drafts.begin(places.newIssue({ base: at.forge.base, owner: "alice", name }), {});
        await drafts.save(place, writeDocument(place.kind, { title, body }));
        return place;
      },
      send: async (place: Place) => {
        const outcome = await sender.send(place);
        return outcome.sent ? "sent" : outcome.why;
      },
      turn: () => outbox.run(),
      kept: async (): Promise<readonly string[]> => (await drafts.list()).map(getText),
      why: async () => (await drafts.list()).map(({ failure }) => failure?.why),
    };
  };
  return {
    at,
    writer,
    reply,
    /** Counts the comments with this text. */
    times: (text: string, issue = 1) => at.bodies(issue).filter((body) => body === text).length,
    issues: async (title: string) => {
      const { values } = await at.forge
        .api("alice")
        .issues({ owner: "alice", name: "demo" }, { state: "all", limit: 50 });
      return values.filter((issue) => issue.title === title).length;
    },
    /** Damages the records of all attempts. */
    damageAttempts: async () => {
      const folder = join(at.here.folder, "issues", "journal");
      for (const name of await at.here.records("attempt")) await writeFile(join(folder, name), '{"form":2,"te');
    },
  };
}
