// A label of an issue, readable in any theme.
import { css, LitElement } from "lit";
import { labelColors, parseColor, cssColor } from "../../kit/color.ts";
import { html } from "../../kit/html.ts";
import { shared } from "../../kit/styles.ts";
import { FollowTheme, isHighContrast, themeColor } from "../../kit/theme.ts";

/** Keeps the hue that the server sent, and adapts lightness and contrast to the theme. */
export class Label extends LitElement {
  static override styles = [
    shared,
    css`
      :host {
        display: inline-block;
        max-inline-size: 100%;
        vertical-align: middle;
      }
      .label {
        display: flex;
        align-items: center;
        gap: var(--space-4);
        min-block-size: 18px;
        padding: 0 7px 0 6px;
        border: 1px solid var(--label-edge);
        border-radius: 9px;
        background: var(--label-background);
        color: var(--label-text);
        font-size: var(--size-tiny);
        line-height: 16px;
      }
      i {
        flex: none;
        inline-size: 8px;
        block-size: 8px;
        border-radius: 50%;
        background: var(--label-dot);
      }
    `,
  ];
  static override properties = { name: {}, color: {}, description: {} };

  name = "";
  /** As the server writes it: "d73a4a". */
  color = "";
  description = "";

  constructor() {
    super();
    this.addController(new FollowTheme(this));
  }

  override render() {
    return html`<span class="label" title=${this.description}><i class="painted"></i><bdi>${this.name}</bdi></span>`;
  }

  override updated(): void {
    const surface = themeColor("--vscode-editor-background", [0, 0, 0]);
    const text = themeColor("--vscode-editor-foreground", [255, 255, 255]);
    const colors = labelColors(parseColor(this.color) ?? text, surface, text, isHighContrast());
    for (const [name, color] of Object.entries(colors)) this.style.setProperty(`--label-${name}`, cssColor(color));
  }
}

customElements.define("triptych-label", Label);
