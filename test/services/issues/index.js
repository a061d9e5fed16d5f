// An issue server for tests and demos that behaves like Forgejo, Gitea, Gitea 1.27 or the bare contract.
import { Service } from "../core/service.js";
import { actionsOn } from "./actions.js";
import { PERSONALITIES } from "./personalities.js";
import { answerRequest } from "./router.js";
import { ROUTES } from "./routes/index.js";
import { web } from "./routes/web.js";
import { createStore } from "./seed/index.js";
import { stateOf } from "./state.js";

/**
 * @typedef {import("../core/control.js").Controlled} Controlled
 * @typedef {import("./types.js").World} World
 * @typedef {import("./personalities.js").PersonalityName} PersonalityName
 */

/**
 * Creates the service with the given personality.
 * @param {{ seed: string, scale: number, clock: import("../core/clock.js").Clock, personality: PersonalityName }} options
 * @returns {Controlled}
 */
export function issuesService({ seed, scale, clock, personality: name }) {
  const personality = PERSONALITIES[name];
  /** @returns {World} */
  const fresh = () => ({
    store: createStore({ seed, scale, clock, personality }),
    personality,
    settings: {
      subPath: "",
      rootUrl: "",
      pageCap: 50,
      totals: true,
      offsetMinutes: 0,
      signInRequired: false,
      oldRoutesOnly: false,
      attachmentsEnabled: true,
      largestAttachment: personality.shown.megabytes,
    },
  });
  let world = fresh();
  return {
    service: new Service({ name, handle: (request) => answerRequest(world, ROUTES, web, request) }),
    clock,
    state: () => stateOf(world),
    reset: () => {
      world = fresh();
    },
    actions: actionsOn(() => world),
  };
}
