// One of several windows: sends a reply when it starts, holds the lock no longer than the given time, and reports.
import { places } from "../../../../src/issues/writing/drafts/place.ts";
import { machine } from "../machine.ts";

const [folder = "", base = "", text = "", maxHoldMs = ""] = process.argv.slice(2);
const home = await machine(folder, { maxHoldMs: Number(maxHoldMs) });
const { signIn, services } = home.open(base);
await signIn("alice");
const thread = { base, owner: "alice", name: "demo", number: 1n };
const place = places.newComment(thread);
// The first request loads modules, which must not use up the time for sending.
await services.threads.comments(thread);
await services.writing.drafts.save(place, text);
process.send?.("sending");
const outcome = await services.writing.sender.send(place);
process.send?.(outcome.sent ? "sent" : outcome.why);
await home.close();
process.disconnect();
