// Actions that change the sandbox's ledger in ways that no request can, such as appending blocks or breaking the chain.
import { Chain, MOST_TRANSACTIONS } from "./chain.js";
import { Transactions } from "./transactions.js";

/**
 * Block numbers beyond 2^53 may be given as text.
 *
 * @typedef {import("./routes.js").World} World
 * @typedef {import("./chain.js").Planted} Planted
 */

/** @param {() => World} current @returns {Record<string, (body: any) => unknown>} */
export function actionsOn(current) {
  const chain = () => current().chain;
  const plant = (/** @type {string | number} */ given, /** @type {Planted} */ planted) => {
    const number = BigInt(given);
    if (chain().placeOf(number) === undefined) throw new Error(`there is no block ${number}`);
    chain().planted.set(number, { ...chain().planted.get(number), ...planted });
  };
  return {
    /** Adds blocks immediately. */
    append: ({ count = 1 } = {}) => {
      chain().append(count);
      return { newest: chain().numberAt(chain().length - 1) };
    },

    /** Resets the network, as happens to local ones, with `count` different blocks from 0 on. */
    startOver: ({ count }) => {
      const world = current();
      const { seed, clock } = world.chain;
      const chain = new Chain({ seed: `${seed}/again`, clock, stretches: [{ first: 0n, count }] });
      world.chain = chain;
      world.transactions = new Transactions({ seed: `${seed}/again`, chain });
    },

    /** Adds a block every `every` milliseconds of the service's clock; 0 stops. */
    setPace: ({ every }) => chain().setPace(every),

    /** Makes the network pause for some seconds before a block; all blocks before it move back in time. */
    pauseBefore: ({ number, seconds }) => {
      const place = chain().placeOf(BigInt(number));
      if (place === undefined) throw new Error(`there is no block ${number}`);
      chain().pauseBefore(place, BigInt(seconds) * 1_000_000_000n);
    },

    /** Moves the whole ledger in time, so that its newest block was closed at this moment (milliseconds since 1970). */
    moveTo: ({ time }) => chain().moveTo(BigInt(Math.floor(time)) * 1_000_000n),

    /** Breaks the chain at a block: a wrong `previous_hash`, `count` or `time`. */
    breakChain: ({ number, what = "previous_hash" }) => {
      const place = chain().placeOf(BigInt(number)) ?? 0;
      if (what === "count") return plant(number, { count: BigInt(chain().transactionCount(place) + 3) });
      // Sets the start before that of the block before it.
      if (what === "time") return plant(number, { from: chain().open(Math.max(0, place - 2)) });
      return plant(number, { previousHash: `0x${"bad0".repeat(24)}` });
    },

    /** Gives a block's hash the same first 64 digits as the block before it. */
    twinHash: ({ number }) => {
      const before = chain().hash(BigInt(number) - 1n);
      return plant(number, { hash: `${before.slice(0, 66)}${chain().hash(BigInt(number)).slice(66)}` });
    },

    /** Sets the number of a block's transactions. */
    growBlock: ({ number, transactions }) => {
      if (transactions > MOST_TRANSACTIONS) throw new Error(`a block holds at most ${MOST_TRANSACTIONS} transactions`);
      return plant(number, { transactions });
    },

    /** Removes the number of the block from its contract results. */
    detachResults: ({ number }) => plant(number, { detached: true }),

    /** Limits the newest `blocks` blocks on the replica to their first `transactions` transactions each. */
    setLag: ({ blocks = 0, transactions = 0 }) => {
      current().transactions.lag = { blocks, transactions };
    },

    /** Answers like version 0.162: more network routes, more fields. */
    setNewer: ({ newer = true }) => {
      current().newer = newer;
    },

    /** Makes links to the next page absolute, with a host and port that may differ from the client's. */
    setHostInLink: ({ on = true }) => {
      current().hostInLink = on;
    },

    /** Limits how many seconds back transactions are searched without a lower bound; 0 removes the limit. */
    setWindow: ({ seconds }) => {
      current().window = seconds > 0 ? BigInt(seconds) * 1_000_000_000n : undefined;
    },

    /** Sets the users of this deployment, with their passwords. */
    setUsers: ({ users }) => {
      current().users = users;
    },
  };
}
