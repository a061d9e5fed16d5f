// Connects the tests to a real issue server, which environment variables name.
import { Contacts } from "../../../src/base/http/contacts.ts";
import { Client } from "../../../src/base/http/client.ts";
import { parseRepository } from "../../../src/issues/model/address.ts";
import { apiV1 } from "../../../src/issues/api/api-v1.ts";
import { named } from "../named.ts";

/** Clients for a writable repository on the server, or undefined if the variables are not set. */
export function namedForge() {
  const variables = named("A real server of issues", [
    "TRIPTYCH_LIVE_FORGE_URL",
    "TRIPTYCH_LIVE_FORGE_TOKEN",
    "TRIPTYCH_LIVE_FORGE_REPO",
  ]);
  if (variables === undefined) return undefined;
  const base = variables.TRIPTYCH_LIVE_FORGE_URL.replace(/\/+$/, "");
  const token = variables.TRIPTYCH_LIVE_FORGE_TOKEN;
  const address = parseRepository(variables.TRIPTYCH_LIVE_FORGE_REPO, base, [base])?.address;
  if (address === undefined) throw new Error("TRIPTYCH_LIVE_FORGE_REPO is not of the form owner/repo");
  const clientFor = (value: string | undefined) =>
    new Client({
      base: `${base}/api/v1`,
      userAgent: "triptych-live-test/1",
      contacts: new Contacts({ now: Date.now }),
      purpose: "threads",
      ...(value === undefined
        ? {}
        : { credential: () => Promise.resolve({ origin: new URL(base).origin, scheme: "token", value }) }),
    });
  const own = clientFor(token);
  return {
    base,
    token,
    address,
    /** Sends requests as the owner of the token. */
    own: apiV1(own),
    /** Sends requests without a token. */
    nobody: apiV1(clientFor(undefined)),
    /** Deletes an issue, or closes it if the token's user is not an administrator of the repository. */
    tidy: async (number: bigint): Promise<"deleted" | "closed"> => {
      const path = `/repos/${address.owner}/${address.name}/issues/${number}`;
      try {
        await own.request({ method: "DELETE", path });
        return "deleted";
      } catch {
        await own.request({ method: "PATCH", path, json: { state: "closed" } });
        return "closed";
      }
    },
  };
}

export type LiveForge = NonNullable<ReturnType<typeof namedForge>>;
