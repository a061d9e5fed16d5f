// Preloaded into a process, to simulate a file system without hard links: FAT, exFAT and many network shares.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

fs.promises.link = () =>
  Promise.reject(Object.assign(new Error("EPERM: operation not permitted, link"), { code: "EPERM", syscall: "link" }));
syncBuiltinESMExports();
