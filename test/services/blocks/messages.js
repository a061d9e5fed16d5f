// The mirror node's route for the messages of a topic.
import { createHash } from "node:crypto";
import { json, errorResponse } from "./answer.js";
import { entityIn } from "./census.js";
import { seconds } from "./forms.js";
import { deploymentLink, nextLink } from "./links.js";
import {
  queryErrors,
  isLimit,
  isNumber,
  isOrder,
  isTimestamp,
  limitOf,
  nanoseconds,
  numberConditions,
  orderOf,
  rangeOf,
  timeConditions,
  valuesOf,
} from "./query.js";

/**
 * @typedef {import("./routes.js").World} World
 * @typedef {import("./routes.js").Handler} Handler
 * @typedef {import("./transactions.js").Spot} Spot
 */

/** Contents of messages: JSON, text in several languages, bytes that aren't text, nothing. */
const CONTENTS = [
  '{"tram":12,"stop":"Märzstraße","delay":40}',
  "doors closed at platform 4",
  "поезд прибыл",
  "到站",
  Buffer.from([0, 1, 2, 250, 251, 252]),
  "",
  `{"log":"${"rail ".repeat(90)}"}`,
];
const SALT = 51;
/** Number of parts of a long message. */
const PARTS = 3;

/** Lists messages, by default oldest first. An unknown topic has none. @type {Handler} */
export function topicMessages(world, request, parameters, part) {
  const topic = entityIn(part);
  if (topic === undefined) return errorResponse(request, 400, ["Invalid parameter: topic.id"]);
  const wrong = queryErrors(parameters, {
    encoding: (value) => /^(base64|utf-?8)$/i.test(value),
    limit: isLimit,
    order: isOrder,
    sequencenumber: isNumber,
    timestamp: isTimestamp,
  });
  if (wrong.length > 0) return errorResponse(request, 400, wrong);
  const order = orderOf(parameters, "asc");
  const limit = limitOf(parameters, 25, 100);
  const times = rangeOf(timeConditions(parameters));
  const numbers = rangeOf(numberConditions(parameters, "sequencenumber"));
  const isText = valuesOf(parameters, "encoding").some((value) => /^utf/i.test(value));
  const all = (topic === "elsewhere" ? [] : world.transactions.messages(Number(topic))).map((spot, nth) => ({
    spot,
    number: BigInt(nth + 1),
    time: world.transactions.time(spot),
  }));
  if (order === "desc") all.reverse();
  const shown = all
    .filter(({ time }) => time >= times.low && time <= times.high && !times.without.has(time))
    .filter(({ number }) => number >= numbers.low && number <= numbers.high)
    .slice(0, limit);
  const last = shown.length < limit ? undefined : shown.at(-1);
  const cursor = { key: "timestamp", order, last: seconds(last?.time ?? 0n), read: nanoseconds };
  const link = last === undefined ? undefined : nextLink(`/api/v1/topics/${part}/messages`, parameters, cursor);
  const next = deploymentLink(world, request, link);
  const messages = shown.map(({ spot, number }) => messageShape(world, { spot, number, topic: Number(topic), isText }));
  return json(request, { messages, links: { next: next ?? null } }, { age: 1, next });
}

/** @param {World} world @param {{ spot: Spot, number: bigint, topic: number, isText: boolean }} message */
function messageShape({ transactions }, { spot, number, topic, isText }) {
  const drawn = transactions.draw(spot, SALT);
  const bytes = Buffer.from(CONTENTS[drawn % CONTENTS.length] ?? "");
  const { payer, start } = transactions.origin(spot);
  const isPart = drawn % 11 === 0;
  return {
    chunk_info: isPart
      ? {
          initial_transaction_id: {
            account_id: `0.0.${payer}`,
            nonce: 0,
            scheduled: false,
            transaction_valid_start: seconds(start),
          },
          number: 1 + (drawn % PARTS),
          total: PARTS,
        }
      : null,
    consensus_timestamp: seconds(transactions.time(spot)),
    message: isText ? bytes.toString("utf8") : bytes.toString("base64"),
    payer_account_id: `0.0.${payer}`,
    running_hash: createHash("sha384").update(`message ${topic} ${number}`).digest("base64"),
    running_hash_version: 3,
    sequence_number: number,
    topic_id: `0.0.${topic}`,
  };
}
