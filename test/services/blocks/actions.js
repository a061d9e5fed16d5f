// Changes to the sandbox's ledger that no request can make, such as appending blocks or breaking the chain.
import { Chain, MOST_TRANSACTIONS } from "./chain.js";
import { Transactions } from "./transactions.js";

/**
 * Block numbers beyond 2^53 are passed as text.
 *
 * @typedef {import("./routes.js").World} World
 * @typedef {import("./chain.js").Overrides} Overrides
 */

/** @param {() => World} current @returns {Record<string, (body: any) => unknown>} */
export function actionsOn(current) {
  const chain = () => current().chain;
  const override = (/** @type {string | number} */ given, /** @type {Overrides} */ overrides) => {
    const number = BigInt(given);
    if (chain().placeOf(number) === undefined) throw new Error(`no block ${number}`);
    chain().overrides.set(number, { ...chain().overrides.get(number), ...overrides });
  };
  return {
    /** Adds blocks immediately. */
    append: ({ count = 1 } = {}) => {
      chain().append(count);
      return { newest: chain().numberAt(chain().length - 1) };
    },

    /** Restarts the network with `count` different blocks from 0 on, as happens to local networks. */
    startOver: ({ count }) => {
      const world = current();
      const { seed, clock } = world.chain;
      const chain = new Chain({ seed: `${seed}/again`, clock, stretches: [{ first: 0n, count }] });
      world.chain = chain;
      world.transactions = new Transactions({ seed: `${seed}/again`, chain });
    },

    /** Adds a block every `every` milliseconds of the service's clock; 0 stops. */
    setPace: ({ every }) => chain().setPace(every),

    /** Inserts a pause of some seconds before a block. All earlier blocks move back in time. */
    pauseBefore: ({ number, seconds }) => {
      const place = chain().placeOf(BigInt(number));
      if (place === undefined) throw new Error(`no block ${number}`);
      chain().pauseBefore(place, BigInt(seconds) * 1_000_000_000n);
    },

    /** Moves the whole ledger in time, so that its latest block closed at `time` (milliseconds since 1970). */
    moveTo: ({ time }) => chain().moveTo(BigInt(Math.floor(time)) * 1_000_000n),

    /** Breaks the chain at a block: `what` is a wrong `previous_hash`, `count` or `time`. */
    breakChain: ({ number, what = "previous_hash" }) => {
      const place = chain().placeOf(BigInt(number)) ?? 0;
      if (what === "count") return override(number, { count: BigInt(chain().transactionCount(place) + 3) });
      // The block starts before the previous block does.
      if (what === "time") return override(number, { from: chain().open(Math.max(0, place - 2)) });
      return override(number, { previousHash: `0x${"bad0".repeat(24)}` });
    },

    /** Gives a block's hash the same first 64 digits as the block before it. */
    twinHash: ({ number }) => {
      const before = chain().hash(BigInt(number) - 1n);
      return override(number, { hash: `${before.slice(0, 66)}${chain().hash(BigInt(number)).slice(66)}` });
    },

    /** Sets the number of a block's transactions. */
    growBlock: ({ number, transactions }) => {
      if (transactions > MOST_TRANSACTIONS) throw new Error(`a block holds at most ${MOST_TRANSACTIONS} transactions`);
      return override(number, { transactions });
    },

    /** Removes the number of the block from its contract results. */
    detachResults: ({ number }) => override(number, { detached: true }),

    /** Makes the replica lag: it has only the first `transactions` transactions of each of the latest `blocks` blocks. */
    setLag: ({ blocks = 0, transactions = 0 }) => {
      current().transactions.lag = { blocks, transactions };
    },

    /** Behaves like version 0.162, which has more network routes and more fields. */
    setNewer: ({ newer = true }) => {
      current().newer = newer;
    },

    /** Makes links to the next page absolute, with a host and port that can differ from the client's. */
    setHostInLink: ({ on = true }) => {
      current().hostInLink = on;
    },

    /** Limits how far back, in seconds, transactions are searched without a lower bound. 0 removes the limit. */
    setWindow: ({ seconds }) => {
      current().window = seconds > 0 ? BigInt(seconds) * 1_000_000_000n : undefined;
    },

    /** Sets the users of this deployment, with their passwords. */
    setUsers: ({ users }) => {
      current().users = users;
    },
  };
}
