import { type ElementPart, noChange } from "lit";
import { Directive, directive } from "lit/directive.js";

/** Sets styles through the object model: a style attribute is what a nonce does not allow, and lit's styleMap writes one. */
class Styled extends Directive {
  override render(_styles: Readonly<Record<string, string>>): typeof noChange {
    return noChange;
  }

  override update(part: ElementPart, [styles]: [Readonly<Record<string, string>>]): typeof noChange {
    const { element } = part;
    if (element instanceof HTMLElement) {
      for (const [name, value] of Object.entries(styles)) element.style.setProperty(name, value);
    }
    return noChange;
  }
}

export const styled = directive(Styled);
