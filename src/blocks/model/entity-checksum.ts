// Checks the five letters after an entity's ID, as in "0.0.123-vfmkw", by the algorithm of HIP-15.

/** The IDs of the public ledgers, which their checksums depend on, by the names of their networks. */
const LEDGERS: ReadonlyMap<string, number> = new Map([
  ["mainnet", 0],
  ["testnet", 1],
  ["previewnet", 2],
]);

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const CHECKSUM_CHARS = 5;
const THREE_LETTERS = LETTERS.length ** 3;
const FIVE_LETTERS = LETTERS.length ** CHECKSUM_CHARS;
/** Each digit is multiplied by a power of this. */
const WEIGHT = 31;
/** A ledger's ID is hashed with this many zeros after it. */
const LEDGER_ZEROS = 6;
/** A prime by which the result is multiplied, so that similar IDs have different letters. */
const SPREAD = 1_000_003;

/** Why a checksum is wrong: the ID is that of another public network, or it is mistyped. */
export type ChecksumFault = { readonly otherNetwork: string } | "mistyped";

/** Checks an ID with this checksum. On a custom network any checksum may be right, because its ledger isn't known. */
export function checkEntityId(id: string, checksum: string | undefined, network: string): ChecksumFault | undefined {
  if (checksum === undefined || !LEDGERS.has(network)) return undefined;
  const [matching] = [...LEDGERS].find(([, ledger]) => computeChecksum(id, ledger) === checksum) ?? [];
  if (matching === undefined) return "mistyped";
  return matching === network ? undefined : { otherNetwork: matching };
}

function computeChecksum(id: string, ledger: number): string {
  const parts = id.split(".").map((part) => part.replace(/^0+(?=\d)/, ""));
  const digits = Array.from(parts.join("."), (digit) => (digit === "." ? 10 : Number(digit)));
  const weighted = digits.reduce((sum, digit) => (sum * WEIGHT + digit) % THREE_LETTERS, 0);
  const [even, odd] = [0, 1].map((first) =>
    digits.reduce((sum, digit, at) => (at % 2 === first ? (sum + digit) % 11 : sum), 0),
  );
  const sums = ((digits.length % 5) * 11 + (even ?? 0)) * 11 + (odd ?? 0);
  const hash = (ledger * WEIGHT ** LEDGER_ZEROS) % FIVE_LETTERS;
  let rest = (((sums * THREE_LETTERS + weighted + hash) % FIVE_LETTERS) * SPREAD) % FIVE_LETTERS;
  let letters = "";
  while (letters.length < CHECKSUM_CHARS) {
    letters = `${LETTERS[rest % LETTERS.length] ?? ""}${letters}`;
    rest = Math.floor(rest / LETTERS.length);
  }
  return letters;
}
