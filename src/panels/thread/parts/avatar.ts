// Draws a person's initial instead of a picture, which would have to be loaded from a server.
import { css, LitElement } from "lit";
import { html } from "../../kit/html.ts";

/** The first letter of a name in a circle. Loading a real picture would reveal the reader to its server. */
export class Avatar extends LitElement {
  static override styles = css`
    :host {
      display: grid;
      flex: none;
      place-items: center;
      inline-size: 24px;
      block-size: 24px;
      border: 1px solid var(--vscode-contrastBorder, transparent);
      border-radius: 50%;
      background: var(--vscode-badge-background);
      color: var(--vscode-badge-foreground);
      font-size: var(--size-tiny);
      font-weight: 600;
      line-height: 1;
    }
    :host([small]) {
      inline-size: 16px;
      block-size: 16px;
      font-size: 9px;
    }
  `;
  static override properties = { name: {} };

  name = "";

  override connectedCallback(): void {
    super.connectedCallback();
    this.ariaHidden = "true";
  }

  override render() {
    const [first] = new Intl.Segmenter().segment(this.name.trim());
    return html`${(first?.segment ?? "?").toLocaleUpperCase()}`;
  }
}

customElements.define("triptych-avatar", Avatar);
