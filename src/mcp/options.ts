// The options of the MCP server: which servers and folders its tools may read.
import { parseArgs } from "node:util";
import { parseBase } from "../base/origin.ts";
import { parseEntry } from "../blocks/model/network.ts";

export const USAGE = `Usage: node mcp.cjs [options]

An MCP server on standard input and output. Its tools read; none of them changes or sends anything.

  --exodus URL[=VARIABLE]  the εxodus instance (default: the public one)
  --forge URL[=VARIABLE]   a Forgejo or Gitea server; can be repeated, and the first is the default (default: Codeberg)
  --private URL            a private repository that may be read with the token of its server; can be repeated
  --network "NAME URL"     a Hedera network and its mirror node; can be repeated, and the first is the default
                           (mainnet, testnet and previewnet are known)
  --folder PATH            a folder that may be scanned for trackers; can be repeated
  --forbid URL             a server that no request may reach; can be repeated
  --storage PATH           where to cache responses (default: a folder in your home folder)

VARIABLE names the environment variable that holds the token for this server.
`;

export interface Server {
  /** Without a trailing slash. */
  readonly url: string;
  /** From the environment. */
  readonly token: string | undefined;
}

export interface Options {
  readonly exodus: Server | undefined;
  readonly forges: readonly Server[];
  /** URLs of repositories. */
  readonly privateRepositories: readonly string[];
  /** As in the setting: names of public networks, or names with URLs. */
  readonly networks: readonly string[];
  readonly folders: readonly string[];
  /** Origins of servers. */
  readonly forbidden: readonly string[];
  readonly storage: string | undefined;
}

const text = { type: "string" } as const;
const texts = { type: "string", multiple: true } as const;

/** Throws an error for options that the server doesn't have, and for a variable that isn't set. */
export function parseOptions(args: readonly string[], environment: NodeJS.ProcessEnv): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      exodus: text,
      forge: texts,
      private: texts,
      network: texts,
      folder: texts,
      forbid: texts,
      storage: text,
    },
  });
  return {
    exodus: values.exodus === undefined ? undefined : parseServer(values.exodus, environment),
    forges: (values.forge ?? []).map((each) => parseServer(each, environment)),
    privateRepositories: values.private ?? [],
    networks: (values.network ?? []).map(checkNetwork),
    folders: values.folder ?? [],
    forbidden: (values.forbid ?? []).map((each) => parseBase(each).origin),
    storage: values.storage,
  };
}

function parseServer(given: string, environment: NodeJS.ProcessEnv): Server {
  const [, url = given, variable] = /^(.*)=([A-Za-z_]\w*)$/.exec(given) ?? [];
  const token = variable === undefined ? undefined : environment[variable];
  if (variable !== undefined && (token === undefined || token === ""))
    throw new Error(`the environment variable ${variable} is not set`);
  return { url: parseBase(url).href.replace(/\/$/, ""), token };
}

function checkNetwork(entry: string): string {
  if (parseEntry(entry) === undefined) throw new Error(`"${entry}" is not a name and a URL of a network`);
  return entry;
}
