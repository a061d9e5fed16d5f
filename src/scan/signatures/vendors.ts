// Finds the companies behind trackers by the first two labels of their packages, hosts and names.

/** A matched tracker, with the part of its signature that matched. */
export interface Match {
  readonly tracker: number;
  readonly signature: string;
}

/** A company with more trackers also makes other libraries, such as com.google. */
const MAX_TRACKERS = 2;

/** Words of a coordinate that say nothing about what is in the library. */
const GENERIC =
  /^(?:sdk|\w*sdk|android|androidx|core|common|commons|base|main|lib|library|ui|client|mobile|all|full|standard|bundle|agent|kotlin|ktx|java|native|ndk|compose|aar|release|v?\d+)$/;
/** Words that describe what trackers do. */
const TRACKING =
  /^(?:analytics|ads?|adnetwork|tracker|tracking|crash(?:es|reporter|reporting)?|metrics|telemetry|attribution|mediation|monitoring|insights|events|push|replay)$/;

/** A tracker and what identifies its company. */
export interface VendorFacts {
  readonly match: Match;
  /** Names of packages, such as `com.smartlook.sdk`. */
  readonly packages: readonly string[];
  /** Hosts, such as `api.rollbar.com`. */
  readonly hosts: readonly string[];
  readonly name: string | undefined;
}

export class Vendors {
  /** By domain, such as `com.smartlook`. */
  readonly #byDomain = new Map<string, Map<number, Match>>();
  /** By the first word of the name, such as `braze` of "Braze (formerly Appboy)". */
  readonly #byWord = new Map<string, Map<number, Match>>();

  constructor(trackers: readonly VendorFacts[]) {
    for (const { match, packages, hosts, name } of trackers) {
      const reversed = hosts.map((host) => host.split(".").slice(-2).toReversed().join("."));
      for (const each of packages.map(getDomain).concat(reversed)) if (isDomain(each)) add(this.#byDomain, each, match);
      const [word = ""] = (name ?? "").toLowerCase().split(/[^a-z0-9]/, 1);
      if (word.length > 3 && !GENERIC.test(word) && !TRACKING.test(word)) add(this.#byWord, word, match);
    }
  }

  /**
   * The trackers of the company that publishes the library, if the company makes little else and the coordinate names
   * nothing but the company, its SDK, or what trackers do: `com.rollbar:rollbar-android`.
   */
  match(group: string, name: string): readonly Match[] {
    const domain = getDomain(group);
    const company = domain.slice(domain.indexOf(".") + 1);
    const known = this.#byDomain.get(domain) ?? this.#byWord.get(company);
    if (known === undefined || known.size > MAX_TRACKERS) return [];
    const words = `${group.slice(domain.length)}.${name}`.toLowerCase().split(/[^a-z0-9]+/);
    const isPlain = words.every((word) => word === "" || word === company || GENERIC.test(word) || TRACKING.test(word));
    return isPlain ? [...known.values()] : [];
  }
}

function getDomain(name: string): string {
  return name.toLowerCase().split(".", 2).join(".");
}

function isDomain(text: string): boolean {
  const [first = "", second = ""] = text.split(".");
  return /^[a-z]{2,}$/.test(first) && second.length > 2;
}

function add(map: Map<string, Map<number, Match>>, key: string, match: Match): void {
  const known = map.get(key) ?? new Map<number, Match>();
  if (!known.has(match.tracker)) known.set(match.tracker, match);
  map.set(key, known);
}
