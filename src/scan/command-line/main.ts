// Entry point of the command line. The rest is in `scan-command.ts`, which tests call.
import { EXIT_MISUSED, runScan } from "./scan-command.ts";

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // The exit code is that of the scan, even if no one reads its output to the end, as in `scan.cjs … | head`.
  if (error.code === "EPIPE") return;
  process.exitCode = EXIT_MISUSED;
  process.stderr.write(`The output can't be written: ${error.message}\n`);
});
// There is nowhere to report this, and the exit code still says how the scan ended.
process.stderr.on("error", () => undefined);

async function main(): Promise<void> {
  process.exitCode = await runScan(process.argv.slice(2), {
    out: (text) => void process.stdout.write(text),
    error: (text) => void process.stderr.write(text),
  });
}

void main();
