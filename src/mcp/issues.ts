// The tools about issues that read. Drafts need an editor, so those tools are only in VS Code.
import { wait } from "../base/tasks/wait.ts";
import { offerTools, type OfferedTool } from "../base/tools/tool.ts";
import { DIALECTS } from "../issues/api/dialects.ts";
import { parseRepository, sameBase, type RepositoryAddress } from "../issues/model/address.ts";
import { KnownServers } from "../issues/repositories/known-servers.ts";
import { Servers } from "../issues/repositories/servers.ts";
import { SERVER_URL } from "../issues/repositories/settings.ts";
import { readingDependencies } from "../issues/tools/reading-dependencies.ts";
import { PrivateReading } from "../issues/tools/repository-reading.ts";
import { readingTools } from "../issues/tools/tools.ts";
import type { Options } from "./options.ts";
import type { HeadlessServices } from "./services.ts";

const CODEBERG = "https://codeberg.org";

export function issueSettings({ forges: [first] }: Options): Readonly<Record<string, unknown>> {
  return { [SERVER_URL.id]: first?.url ?? CODEBERG };
}

export async function offerIssues(
  { shared }: HeadlessServices,
  { forges, privateRepositories }: Options,
): Promise<readonly OfferedTool[]> {
  for (const { url, token } of forges) {
    if (token === undefined) continue;
    const account = {
      service: "issues",
      origin: new URL(url).origin,
      id: "token",
      name: "the token of this server",
      base: url,
    };
    await shared.accounts.add(account, { scheme: "token", value: token });
  }
  const parts = readingDependencies({
    knownServers: new KnownServers(shared),
    servers: new Servers({ ...shared, dialects: DIALECTS, wait }),
    home: () => Promise.resolve(undefined),
    now: shared.now,
  });
  const named = forges.map(({ url }) => url);
  // A server without a token is known as well.
  const servers = (): readonly [string, ...string[]] => {
    const known = parts.servers();
    return [...known, ...named.filter((url) => !known.some((base) => sameBase(base, url)))];
  };
  const allowed = privateRepositories.map((text) => parsePrivate(text, named));
  return offerTools(readingTools, {
    reading: new PrivateReading({ ...parts, servers }, allowed),
    drafts: undefined,
  });
}

function parsePrivate(text: string, servers: readonly string[]): RepositoryAddress {
  const found = parseRepository(text, servers[0] ?? CODEBERG, servers)?.address;
  if (found === undefined) throw new Error(`"${text}" is not the URL of a repository`);
  return found;
}
