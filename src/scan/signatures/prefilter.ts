// Quickly rules out files that can't contain a signature, which is nearly all of them.

/** Words without a usable dot are searched one by one. More of them than this would take longer than a scan. */
const MAX_PLAIN_WORDS = 20;
/** How many bits of a character are compared: those that are the same in upper and lower case. */
const CHARACTER_BITS = 5;
const KEY_BITS = 4 * CHARACTER_BITS;
const WORD_BITS = 5;

interface Word {
  readonly text: string;
  /** Offset of the dot that finds it. */
  readonly dot: number;
}

/**
 * Finds words by the four characters around one of their dots, in any case. A single regular expression of all words
 * would take longer than the scan that it might save, because V8 doesn't compile expressions of more than 20 KB.
 */
export class Prefilter {
  /** A bit for each key that has words. */
  readonly #keys = new Uint32Array(1 << (KEY_BITS - WORD_BITS));
  readonly #words = new Map<number, Word[]>();
  readonly #plain: string[] = [];

  constructor(words: Iterable<string>) {
    const texts = [...words].map((word) => word.toLowerCase());
    const keyCounts = new Map<number, number>();
    const getCount = (text: string, dot: number): number => keyCounts.get(keyAt(text, dot)) ?? 0;
    for (const text of texts)
      for (const dot of usableDots(text)) keyCounts.set(keyAt(text, dot), getCount(text, dot) + 1);
    for (const text of texts) {
      // Takes the dot with the rarest key: many words begin or end alike, such as with "com." and ".example.com".
      const [dot] = usableDots(text).sort((a, b) => getCount(text, a) - getCount(text, b));
      if (dot === undefined) this.#plain.push(text);
      else this.#add({ text, dot });
    }
  }

  /** Whether the text contains one of the words. Also true if there are too many words to check. */
  test(text: string): boolean {
    if (this.#plain.length > MAX_PLAIN_WORDS) return true;
    for (let dot = text.indexOf("."); dot !== -1; dot = text.indexOf(".", dot + 1)) {
      const key = keyAt(text, dot);
      if ((this.#getBits(key) & toBit(key)) !== 0 && this.#isWordAt(text, dot, key)) return true;
    }
    if (this.#plain.length === 0) return false;
    const lowered = text.toLowerCase();
    return this.#plain.some((word) => lowered.includes(word));
  }

  #add(word: Word): void {
    const key = keyAt(word.text, word.dot);
    this.#keys[key >> WORD_BITS] = this.#getBits(key) | toBit(key);
    const sameKey = this.#words.get(key);
    if (sameKey === undefined) this.#words.set(key, [word]);
    else sameKey.push(word);
  }

  #getBits(key: number): number {
    return this.#keys[key >> WORD_BITS] ?? 0;
  }

  #isWordAt(text: string, dot: number, key: number): boolean {
    const words = this.#words.get(key) ?? [];
    return words.some(({ text: word, dot: inside }) => {
      const from = dot - inside;
      // Compares the first letter first: nearly all candidates match only around the dot.
      if (from < 0 || letterAt(text, from) !== letterAt(word, 0)) return false;
      return text.slice(from, from + word.length).toLowerCase() === word;
    });
  }
}

/** The dots with two characters on either side. */
function usableDots(text: string): number[] {
  return [...text.matchAll(/(?<=..)\.(?=..)/gs)].map(({ index }) => index);
}

function toBit(key: number): number {
  return 1 << (key & ((1 << WORD_BITS) - 1));
}

function keyAt(text: string, dot: number): number {
  return (
    (letterAt(text, dot - 2) << (3 * CHARACTER_BITS)) |
    (letterAt(text, dot - 1) << (2 * CHARACTER_BITS)) |
    (letterAt(text, dot + 1) << CHARACTER_BITS) |
    letterAt(text, dot + 2)
  );
}

function letterAt(text: string, at: number): number {
  return text.charCodeAt(at) & ((1 << CHARACTER_BITS) - 1);
}
