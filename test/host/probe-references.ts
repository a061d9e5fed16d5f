// References for tests of links: finds `probe#1` and the like.

export function findProbes(line: string) {
  return [...line.matchAll(/probe#\d+/g)].map(({ index, 0: text }) => ({
    start: index,
    end: index + text.length,
    tooltip: `Open ${text}`,
  }));
}
