// Runs bundled mocha files in this process, one after the other, as its parent names them: each message is a file's path, and each
// file ends with a line on standard output that holds MARK and its counts.
import Mocha from "mocha";

/** Begins the line that ends a file's output. No reporter prints it. */
export const MARK = "\u0000triptych-file-done ";

if (process.send !== undefined) {
  const [grep] = process.argv.slice(2);
  process.on("message", (file) => void runFile(String(file), grep));
  process.on("disconnect", () => process.exit());
  process.send("ready");
}

/** @param {string} file @param {string | undefined} grep */
async function runFile(file, grep) {
  const mocha = new Mocha({
    ui: "bdd",
    reporter: "spec",
    timeout: 60_000,
    forbidOnly: true,
    forbidPending: true,
    color: false,
    ...(grep === undefined || grep === "" ? {} : { grep }),
  });
  mocha.addFile(file);
  const counts = { passed: 0, failed: 0 };
  try {
    await mocha.loadFilesAsync();
    await new Promise((resolve) => {
      const runner = mocha.run(() => resolve(undefined));
      runner.on("pass", () => (counts.passed += 1));
      runner.on("fail", () => (counts.failed += 1));
    });
  } catch (error) {
    console.error(error);
    counts.failed += 1;
  } finally {
    mocha.dispose();
  }
  process.stdout.write(`${MARK}${JSON.stringify(counts)}\n`);
}
