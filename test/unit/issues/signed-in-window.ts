// Sets up a server and a signed-in window for each test of a file.
import { places } from "../../../src/issues/writing/drafts/place.ts";
import type { PersonalityName } from "../../services/issues/index.js";
import { until } from "../workbench/until.ts";
import { startForge, type Forge } from "./service.ts";
import { machine, type Machine } from "./machine.ts";

type Window = ReturnType<Machine["open"]>;

/** Call in a `describe`. Starts one server for its tests, and for each test a machine where this user is signed in. */
export function windowAt(personality: PersonalityName, user = "alice") {
  let forge: Forge;
  let here: Machine;
  let window: Window;
  before(async () => {
    forge = await startForge(personality);
  });
  beforeEach(async () => {
    forge.reset();
    here = await machine();
    window = here.open(forge.base);
    await window.signIn(user);
  });
  afterEach(() => here.close());
  after(() => forge.close());
  const thread = (number: bigint, name = "demo") => ({ base: forge.base, owner: "alice", name, number });
  return {
    get forge() {
      return forge;
    },
    get here() {
      return here;
    },
    get window() {
      return window;
    },
    get services() {
      return window.services;
    },
    thread,
    /** Returns the place of a new comment. */
    reply: (number = 1n, name = "demo") => places.newComment(thread(number, name)),
    /** Waits until the server has received that many requests with this method. */
    asked: async (method: string, times = 1): Promise<void> => {
      await until(() => forge.asked().filter((line) => line.startsWith(method)).length >= times);
    },
    count: (method: string) => forge.asked().filter((line) => line.startsWith(method)).length,
    /** Returns the texts of an issue's plain comments. */
    bodies: (issue = 1) => forge.comments(issue).map(({ body }) => body),
  };
}
