// One window of several. When the parent starts it, sends as many requests as its budget allows.
import { Contacts } from "../../../src/base/http/contacts.ts";
import { Budget } from "../../../src/base/http/budget.ts";
import { Client } from "../../../src/base/http/client.ts";

const [folder = "", base = "", count = "", capacity = "", perSecond = ""] = process.argv.slice(2);
const client = new Client({
  base,
  userAgent: "triptych-test/1",
  contacts: new Contacts({ now: Date.now }),
  purpose: "threads",
  budget: new Budget({
    folder,
    rules: [{ id: "all", capacity: Number(capacity), perSecond: Number(perSecond) }],
    onAlone: (reason) => {
      throw reason;
    },
  }),
});

async function begin(): Promise<void> {
  for (let each = 0; each < Number(count); each += 1)
    await client.get("/api/search/com.example/latest", { retries: 0 });
  process.disconnect();
}

// Loads the files of the first request, so that loading doesn't delay the measured requests.
await new Client({
  base,
  userAgent: "triptych-test/1",
  contacts: new Contacts({ now: Date.now }),
  purpose: "threads",
}).get("/warm");
process.once("message", () => {
  begin().catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
process.send?.("ready");
