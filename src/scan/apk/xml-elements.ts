// The elements of a manifest, however it is encoded.

/** The limit for elements and attributes: a real manifest has a few thousand. */
export const MAX_XML_ITEMS = 50_000;
/** Deeper elements are ignored. */
export const MAX_XML_DEPTH = 64;

export interface XmlElement {
  readonly name: string;
  /** 1 for the root. An element belongs to the last one before it that is less deep. */
  readonly depth: number;
  readonly attributes: readonly XmlAttribute[];
}

export interface XmlAttribute {
  /** Android's resource ID of the attribute, which counts; 0 if it has none. */
  readonly id: number;
  readonly name: string;
  readonly value: string;
}
