// Decodes the HTML entities that servers write and that people type.

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["lt", "<"],
  ["gt", ">"],
  ["amp", "&"],
  ["quot", '"'],
  ["apos", "'"],
  ["#39", "'"],
  ["#34", '"'],
  ["nbsp", "\u00a0"],
]);

/** Replaces the entities of HTML's own characters and of the space that doesn't break. Keeps all others. */
export function decodeEntities(text: string): string {
  return text.replaceAll(/&(#?\w+);/g, (entity, name: string) => ENTITIES.get(name) ?? entity);
}
