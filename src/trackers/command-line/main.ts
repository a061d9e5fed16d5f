// Entry point of the command line. The rest is in `scan-command.ts`, which tests call.
import { runScan } from "./scan-command.ts";

process.exitCode = runScan(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  error: (text) => void process.stderr.write(text),
});
