// Tells which keys a page may act on, and what they are called on the reader's system.

/** Returns a letter as Shift alone makes it, whatever Caps Lock does, and any other key as it is: "n", "N", "Home". */
export function readKey({ key, shiftKey }: KeyboardEvent): string {
  if (key.length !== 1) return key;
  return shiftKey ? key.toUpperCase() : key.toLowerCase();
}
