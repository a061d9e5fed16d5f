// Clicks in the workbench of which a test knows whether they arrived, so that none is lost and none is repeated.
import { errors } from "playwright-core";
import { PATIENCE } from "./retry.js";

/** The event that ends the wait for a click. */
const GIVE_UP = "triptych-give-up";
/** A click that is still under way when its attempt times out arrives before a timer of the page this long ends. */
const ARRIVAL_MS = 1000;

/**
 * Clicks an element. Times out if the click hits no matching element: an element may move at that moment, and one that
 * is redrawn between mouse down and mouse up gets no click. On a busy machine a click may arrive although its attempt
 * timed out. It then counts, because a second click would run a command twice.
 * @param {import("playwright-core").Locator} element
 * @param {string} selector what the click has to hit
 * @param {{ row: import("playwright-core").ElementHandle<Node> | null, label: string | null }} [one] matches only this
 *   row or, after a redraw, one with the same label
 */
export async function click(element, selector, one) {
  const page = element.page();
  const wasHit = nextClick(page, selector, one);
  /** @type {unknown} */
  let failure;
  try {
    await element.click({ timeout: PATIENCE });
  } catch (error) {
    failure = error;
    // If the window reloads, the click is what caused it.
    await page
      .evaluate(
        ([name, ms]) => void setTimeout(() => dispatchEvent(new Event(name)), ms),
        /** @type {const} */ ([GIVE_UP, ARRIVAL_MS]),
      )
      .catch(() => undefined);
  }
  if (await wasHit) return;
  throw failure ?? new errors.TimeoutError(`${selector} moved or was redrawn while it was clicked`);
}

/**
 * Resolves to true if the next click hits a matching element.
 * @param {import("playwright-core").Page} page @param {string} selector
 * @param {{ row: import("playwright-core").ElementHandle<Node> | null, label: string | null }} [one]
 */
function nextClick(page, selector, one) {
  const wasHit = page.evaluate(
    ({ wanted, only, giveUp, patience }) =>
      new Promise((resolve) => {
        /** @param {Element | null} hit */
        const matches = (hit) => hit !== null && (!only || hit === only.row || hit.ariaLabel === only.label);
        addEventListener("mouseup", () => setTimeout(() => resolve(false), patience), { capture: true, once: true });
        addEventListener(
          "click",
          ({ target }) => resolve(target instanceof Element && matches(target.closest(wanted))),
          { capture: true, once: true },
        );
        addEventListener(giveUp, () => resolve(false), { once: true });
      }),
    { wanted: selector, only: one, giveUp: GIVE_UP, patience: ARRIVAL_MS },
  );
  // Only a click reloads the window.
  return wasHit.catch(() => true);
}
