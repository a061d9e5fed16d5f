import { isolated } from "../../base/visible.ts";

/** The kit's own words in English. The extension lays translated ones into the page, as l10n is not to be had in here. */
const english = {
  actions: "Actions",
  addReaction: "Add Reaction",
  alone: "Triptych has stopped.",
  aloneNext: "What is here was read before. Reload the window to go on.",
  always: "Always from This Host",
  cancel: "Cancel",
  chart: "Chart",
  chosen: "Chosen",
  chosenRange: "Chosen {0} – {1}",
  clear: "Clear",
  code: "Code",
  comment: "Comment by {0}, {1}",
  copied: "Copied",
  copy: "Copy",
  copyNamed: "Copy {0}",
  deleteComment: "Delete",
  done: "Done",
  edit: "Edit",
  edited: "edited",
  editedAt: "Edited {0}",
  empty: "Write something first",
  figureGap: "not recorded",
  figureGaps: "gaps: not recorded",
  hunk: "Changed lines of {0}",
  image: "Image not loaded",
  imageFailed: "The image could not be read. {0}",
  imageFrom: "Image from {0}, not loaded",
  imageLoading: "Reading the image…",
  keysChoose: "with them chooses",
  keysClear: "clears",
  keysMove: "move",
  keysZoom: "zoom",
  lineAdded: "added",
  lineRemoved: "removed",
  loadOnce: "Load Once",
  manageHosts: "Manage Image Hosts…",
  more: "More",
  newMark: "New",
  notCopied: "Not copied",
  notRecorded: "Not recorded",
  notSent: "Not sent.",
  openInEditor: "Open in Editor",
  outdated: "Outdated",
  post: "Post Comment",
  quote: "Quote in Reply",
  retry: "Retry",
  rows: "Rows {0} – {1} of {2}",
  sending: "Sending…",
  showAs: "Show as",
  table: "Table",
  toDo: "To do",
  write: "Write a reply",
  you: "you",
  zoomIn: "Zoom In",
  zoomOut: "Zoom Out",
} as const;

export type KitWords = { readonly [Name in keyof typeof english]: string };

/** `<meta name="triptych-words" content='{"copy":"Kopieren"}'>`: there before the first script, so no part waits for it. */
function laidIn(): Partial<KitWords> {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="triptych-words"]');
  const laid: unknown = meta === null ? {} : JSON.parse(meta.content);
  return isWords(laid) ? laid : {};
}

function isWords(laid: unknown): laid is Partial<KitWords> {
  return typeof laid === "object" && laid !== null && Object.values(laid).every((word) => typeof word === "string");
}

export const words: KitWords = { ...english, ...laidIn() };

/** Puts values where a sentence says {0}, {1}, … None turns the words around it. */
export function fill(sentence: string, ...values: readonly (string | number)[]): string {
  return sentence.replace(/\{(\d)\}/g, (place, index: string) => isolated(String(values[Number(index)] ?? place)));
}

/** "ines", "you and ines", "you, jun and ines", as the reader's language joins them. */
export function joined(names: readonly string[]): string {
  return new Intl.ListFormat(language(), { type: "conjunction" }).format(names.map(isolated));
}

/** VS Code names a language without a region; of the English ones, British has one way to write a date for all. */
export function language(): string {
  const named = document.documentElement.lang;
  return named === "" || named === "en" ? "en-GB" : named;
}
