// A sandbox with a quarter of a million apps in its own process. It builds the full list once and then sends it as fast
// as possible, so benches measure only the reader.
import { createServer } from "node:http";
import { Clock } from "../../services/core/clock.js";
import { KEYS } from "../../services/trackers/access.js";
import { trackersService } from "../../services/trackers/index.js";

const [scale = ""] = process.argv.slice(2);
const { service } = trackersService({ seed: "1", scale: Number(scale), clock: new Clock() });
const origin = await service.listen(0);
const answer = await fetch(`${origin}/api/applications`, { headers: { authorization: `Token ${KEYS.good}` } });
const body = Buffer.from(await answer.arrayBuffer());
await service.close();

const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": body.length });
  response.end(body);
});
server.listen(0, "127.0.0.1", () => process.send?.(server.address()));
