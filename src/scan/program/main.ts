// Entry point of the scanner's only file, `scan.cjs`: the command line, and the threads of the extension that read files
// and apps. They share nearly all of their code.
import { isMainThread, workerData } from "node:worker_threads";

if (isMainThread) void import("../command-line/main.ts");
else if (workerData === "triptych-apk") void import("../apk/worker.ts");
else void import("../worker.ts");
