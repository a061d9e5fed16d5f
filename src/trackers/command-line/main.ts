// The entry of the command line; everything else is in `command-line.ts`, which tests call.
import { runScan } from "./scan-command.ts";

process.exitCode = runScan(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  error: (text) => void process.stderr.write(text),
});
