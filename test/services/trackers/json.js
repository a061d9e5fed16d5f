// JSON responses of the εxodus instance.
import { toPythonJson } from "./forms.js";

/** @param {unknown} value @param {string} [allow] @returns {import("../core/service.js").Answer} */
export function json(value, allow = "OPTIONS, GET") {
  return {
    status: 200,
    headers: { "content-type": "application/json", vary: "Accept, Accept-Language", allow },
    body: toPythonJson(value),
  };
}
