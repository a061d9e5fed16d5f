// Tells which keys a page may act on, and what they are called on the reader's system.

/** True on a Mac, whose keys have other names and other uses in text fields. */
export function isMac(): boolean {
  return /^mac/i.test(navigator.platform);
}

/** True if a key was pressed together with one that makes it a command of the browser or of VS Code. */
export function hasModifier({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey;
}

/** Returns a letter as Shift alone makes it, whatever Caps Lock does, and any other key as it is: "n", "N", "Home". */
export function readKey({ key, shiftKey }: KeyboardEvent): string {
  if (key.length !== 1) return key;
  return shiftKey ? key.toUpperCase() : key.toLowerCase();
}

const INPUTS_WITHOUT_TEXT: ReadonlySet<string> = new Set(["button", "checkbox", "radio"]);

/** True if the key was pressed in a field that takes text, through all shadow roots. */
export function isInTextField(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  if (target instanceof HTMLInputElement) return !INPUTS_WITHOUT_TEXT.has(target.type);
  return target instanceof HTMLTextAreaElement;
}
