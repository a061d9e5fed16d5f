// Holds the manifest against the code; part of `npm run lint`.
import { manifestFaults } from "../manifest/faults.js";
import { ROOT } from "./tools.js";

const faults = await manifestFaults(ROOT);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
