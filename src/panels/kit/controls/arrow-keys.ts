/** Returns the index that an arrow key, Home or End leads to in a row with one tab stop; undefined for other keys. */
export function indexAfterArrow(key: string, from: number, count: number, rightToLeft: boolean): number | undefined {
  if (count === 0) return undefined;
  const forward = rightToLeft ? "ArrowLeft" : "ArrowRight";
  const back = rightToLeft ? "ArrowRight" : "ArrowLeft";
  switch (key) {
    case forward:
    case "ArrowDown":
      return (from + 1) % count;
    case back:
    case "ArrowUp":
      return (from - 1 + count) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}
