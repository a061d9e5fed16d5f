// Entry point of the command line. The rest is in `scan-command.ts`, which tests call.
import { runScan } from "./scan-command.ts";

// The exit code is that of the scan, even if no one reads its output to the end, as in `scan.cjs … | head`.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}

process.exitCode = runScan(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  error: (text) => void process.stderr.write(text),
});
