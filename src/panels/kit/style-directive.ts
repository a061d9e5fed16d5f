// Sets styles without a style attribute, which the content security policy of panels forbids.
import { type ElementPart, noChange } from "lit";
import { Directive, directive } from "lit/directive.js";

/** Replaces lit's styleMap, which writes a style attribute. */
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
