// A button that copies a text, such as a hash or an ID.
import { css, LitElement } from "lit";
import { html } from "../html.ts";
import { icon } from "../icon.ts";
import { shared } from "../styles.ts";
import { fill, strings } from "../localization.ts";

/** How long the button shows the outcome. */
const OUTCOME_MS = 2000;

/** Copies its text and briefly shows whether that worked. */
export class Copy extends LitElement {
  static override styles = [
    shared,
    css`
      :host {
        display: inline-flex;
      }
    `,
  ];
  static override properties = { text: {}, name: {}, outcome: { state: true } };

  text = "";
  /** What is copied, in the reader's language: "Hash". */
  name = "";
  private outcome: "" | "copied" | "notCopied" = "";
  #timer: ReturnType<typeof setTimeout> | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  override render() {
    const label = this.name === "" ? strings.copy : fill(strings.copyNamed, this.name);
    const glyph = { "": "copy", copied: "check", notCopied: "error" } as const;
    return html`<button class="act" type="button" aria-label=${label} title=${label} @click=${() => void this.copy()}>
        ${icon(glyph[this.outcome])}</button
      ><span class="visually-hidden" role="status">${this.outcome === "" ? "" : strings[this.outcome]}</span>`;
  }

  async copy(): Promise<void> {
    this.outcome = await navigator.clipboard.writeText(this.text).then(
      () => "copied" as const,
      () => "notCopied" as const,
    );
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.outcome = ""), OUTCOME_MS);
  }
}

customElements.define("triptych-copy", Copy);
