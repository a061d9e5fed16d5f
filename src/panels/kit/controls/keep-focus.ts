// Keeps the keyboard focus on a page that is drawn again.

/**
 * Draws, and returns the focus if that takes it from the page: to the same element if that was only moved, or else to
 * the nearest one around it, or before it.
 */
export function keepFocus(draw: () => void): void {
  const around: Element[] = [];
  for (let each = document.activeElement; each !== null; each = each.parentElement) around.push(each);
  const before = around.map(listBefore);
  draw();
  if (document.activeElement !== document.body || around[0] === document.body) return;
  for (const element of [...around, ...before.flat().flatMap(listInside)]) {
    if (element instanceof HTMLElement) element.focus({ preventScroll: true });
    if (document.activeElement !== document.body) return;
  }
}

/** Returns the siblings before an element, the nearest first. */
function listBefore(element: Element): readonly Element[] {
  const siblings = [...(element.parentElement?.children ?? [])];
  return siblings.slice(0, siblings.indexOf(element)).toReversed();
}

/** Returns an element and all inside it, the last first. */
function listInside(element: Element): readonly Element[] {
  return [element, ...[...element.querySelectorAll("*")].toReversed()];
}
