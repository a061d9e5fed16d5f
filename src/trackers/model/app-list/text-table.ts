// Stores each distinct text once and refers to it by number.
/** Table of distinct texts. The empty text is number 0. */
export class TextTable {
  #texts: Uint8Array<ArrayBuffer> = new Uint8Array(4096);
  #ends: Uint32Array<ArrayBuffer> = new Uint32Array(256);
  /** By hash: the number of a text, or 0 if free, and its hash. */
  #table: Uint32Array<ArrayBuffer> = new Uint32Array(2048);
  #count = 1;
  #last = 0;
  /** Random, so a server can't choose texts that collide, each of which would be compared with all others. */
  readonly #seed = Math.floor(Math.random() * 2 ** 32);

  /** The number of the text in `bytes`, which is often that of the previous text. */
  add(bytes: Uint8Array, from: number, to: number, likely: number = this.#last): number {
    if (from === to) return 0;
    this.#last = likely !== 0 && this.#isSame(likely, bytes, from, to) ? likely : this.#intern(bytes, from, to);
    return this.#last;
  }

  #intern(bytes: Uint8Array, from: number, to: number): number {
    let hash = this.#seed;
    for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
    hash = (hash ^ (hash >>> 15)) >>> 0;
    const table = this.#table;
    for (let slot = this.#firstSlot(hash); ; slot = (slot + 2) & (table.length - 1)) {
      const number = table[slot] ?? 0;
      if (number === 0) {
        table[slot] = this.#append(bytes, from, to);
        table[slot + 1] = hash;
        if (this.#count * 4 > table.length) this.#growTable();
        return this.#count - 1;
      }
      if (table[slot + 1] === hash && this.#isSame(number, bytes, from, to)) return number;
    }
  }

  /** All texts concatenated, and the end of each. */
  toColumns(): { readonly texts: Uint8Array<ArrayBuffer>; readonly ends: Uint32Array<ArrayBuffer> } {
    return { texts: this.#texts.slice(0, this.#end), ends: this.#ends.slice(0, this.#count) };
  }

  get #end(): number {
    return this.#ends[this.#count - 1] ?? 0;
  }

  #append(bytes: Uint8Array, from: number, to: number): number {
    const start = this.#end;
    const end = start + to - from;
    this.#texts = grow(this.#texts, end);
    // Faster than `set` for short texts.
    for (let at = from; at < to; at += 1) this.#texts[start + at - from] = bytes[at] ?? 0;
    if (this.#count === this.#ends.length) {
      const wider = new Uint32Array(this.#ends.length * 2);
      wider.set(this.#ends);
      this.#ends = wider;
    }
    this.#ends[this.#count] = end;
    this.#count += 1;
    return this.#count - 1;
  }

  #isSame(number: number, bytes: Uint8Array, from: number, to: number): boolean {
    const texts = this.#texts;
    let start = this.#ends[number - 1] ?? 0;
    if ((this.#ends[number] ?? 0) - start !== to - from) return false;
    for (let at = from; at < to; at += 1, start += 1) if (texts[start] !== bytes[at]) return false;
    return true;
  }

  #firstSlot(hash: number): number {
    return (hash << 1) & (this.#table.length - 1);
  }

  #growTable(): void {
    const before = this.#table;
    const wider = new Uint32Array(before.length * 2);
    this.#table = wider;
    for (let old = 0; old < before.length; old += 2) {
      if (before[old] === 0) continue;
      const hash = before[old + 1] ?? 0;
      let slot = this.#firstSlot(hash);
      while (wider[slot] !== 0) slot = (slot + 2) & (wider.length - 1);
      wider[slot] = before[old] ?? 0;
      wider[slot + 1] = hash;
    }
  }
}

/** Grows `bytes` to at least `needed`, with spare room. */
export function grow(bytes: Uint8Array<ArrayBuffer>, needed: number): Uint8Array<ArrayBuffer> {
  if (needed <= bytes.length) return bytes;
  const wider = new Uint8Array(Math.max(needed, Math.ceil(bytes.length * 1.5)));
  wider.set(bytes);
  return wider;
}
