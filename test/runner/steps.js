// Shows what a long step of `npm start` and the tests is doing, and for how long.

const INTERVAL_MS = 1000;
/** How often a log, which can't overwrite its last line, gets another line. */
const LOG_INTERVAL_MS = 10_000;

/**
 * Prints the name of the step while it runs, with the seconds since its start.
 * @template T
 * @param {string} name @param {() => Promise<T>} work
 * @param {() => Promise<string>} [progress] what to add to the seconds
 * @returns {Promise<T>}
 */
export async function showStep(name, work, progress = async () => "") {
  const start = Date.now();
  const { isTTY } = process.stdout;
  const describe = async () => `${name} … ${Math.round((Date.now() - start) / 1000)} s${await progress()}`;
  if (isTTY) process.stdout.write(`${name} …`);
  else console.log(`${name} …`);
  let isOver = false;
  const update = async () => {
    const line = await describe();
    if (isOver) return;
    if (isTTY) process.stdout.write(`\r${line}`);
    else console.log(line);
  };
  const timer = setInterval(() => void update(), isTTY ? INTERVAL_MS : LOG_INTERVAL_MS);
  try {
    return await work();
  } finally {
    isOver = true;
    clearInterval(timer);
    if (isTTY) process.stdout.write(`\r${await describe()}\n`);
  }
}
