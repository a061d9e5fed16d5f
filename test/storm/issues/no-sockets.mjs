// Loaded before a window: keeps its process from listening, as on machines without a usable folder for sockets.
import { Server } from "node:net";

Server.prototype.listen = function listen() {
  process.nextTick(() => this.emit("error", Object.assign(new Error("listen EACCES"), { code: "EACCES" })));
  return this;
};
