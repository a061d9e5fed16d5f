// Controls the sandbox over HTTP: journals, faults, clocks and actions of its services.
import { Service } from "./service.js";

/**
 * @typedef {object} Controlled the parts of a service that the control service uses
 * @property {import("./service.js").Service} service
 * @property {import("./clock.js").Clock} clock
 * @property {() => unknown} state the service's state, as JSON
 * @property {() => void} reset restores the initial content
 * @property {Record<string, (body: any) => unknown>} actions changes that no route offers, such as appending a block
 */

/**
 * For clients outside this process, such as the extension host, a browser or a person. It has its own port, so its
 * routes don't hide those of a service.
 *
 *   GET /                       the services with their origins
 *   GET /NAME/journal           all received requests    DELETE /NAME/journal   clears them
 *   POST /NAME/faults           adds a fault             DELETE /NAME/faults    clears all
 *   POST /NAME/clock            {"set": ms} | {"advance": ms} | {"run": true}
 *   GET /NAME/state             POST /NAME/reset         POST /NAME/do/ACTION   (body: JSON)
 *
 * @param {Record<string, Controlled>} services by name
 */
export function controlService(services) {
  return new Service({
    name: "control",
    handle({ method, path, body }) {
      const [name = "", what = "", action = ""] = path.split("/").slice(1);
      if (name === "") {
        return json(
          200,
          Object.fromEntries(Object.entries(services).map(([each, { service }]) => [each, service.origin])),
        );
      }
      const controlled = services[name];
      if (controlled === undefined) return json(404, { message: `unknown service ${name}` });
      const { service, clock } = controlled;
      const given = body.length > 0 ? JSON.parse(body.toString("utf8")) : {};
      switch (`${method} ${what}`) {
        case "GET journal":
          return json(200, service.journal);
        case "DELETE journal":
          service.journal = [];
          return json(200, {});
        case "POST faults":
          service.faults.add(given);
          return json(200, {});
        case "DELETE faults":
          service.faults.clear();
          return json(200, {});
        case "POST clock":
          if (typeof given.set === "number") clock.set(given.set);
          if (typeof given.advance === "number") clock.advance(given.advance);
          if (given.run === true) clock.run();
          return json(200, { now: clock.now() });
        case "GET state":
          return json(200, controlled.state());
        case "POST reset":
          service.journal = [];
          service.faults.clear();
          clock.run();
          controlled.reset();
          return json(200, {});
        case "POST do": {
          const run = controlled.actions[action];
          if (run === undefined) return json(404, { message: `${name} has no action ${action}` });
          try {
            return json(200, run(given) ?? {});
          } catch (error) {
            return json(400, { message: error instanceof Error ? error.message : String(error) });
          }
        }
        default:
          return json(404, { message: `unknown route ${method} ${path}` });
      }
    },
  });
}

/** @param {number} status @param {unknown} value */
function json(status, value) {
  return {
    status,
    headers: { "content-type": "application/json; charset=utf-8" },
    body: JSON.stringify(value, (_, each) => (typeof each === "bigint" ? each.toString() : each)),
  };
}
