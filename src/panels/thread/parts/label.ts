// A label of an issue, readable in any theme.
import { css, LitElement } from "lit";
import { labelColours, parsed, written } from "../../kit/colour.ts";
import { html } from "../../kit/html.ts";
import { shared } from "../../kit/styles.ts";
import { FollowTheme, isHighContrast, themeColour } from "../../kit/theme.ts";

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
        background: var(--label-ground);
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
  static override properties = { name: {}, colour: {}, description: {} };

  name = "";
  /** As the server writes it: "d73a4a". */
  colour = "";
  description = "";

  constructor() {
    super();
    this.addController(new FollowTheme(this));
  }

  override render() {
    return html`<span class="label" title=${this.description}><i></i><bdi>${this.name}</bdi></span>`;
  }

  override updated(): void {
    const surface = themeColour("--vscode-editor-background", [0, 0, 0]);
    const text = themeColour("--vscode-editor-foreground", [255, 255, 255]);
    const colours = labelColours(parsed(this.colour) ?? text, surface, text, isHighContrast());
    for (const [name, colour] of Object.entries(colours)) this.style.setProperty(`--label-${name}`, written(colour));
  }
}

customElements.define("triptych-label", Label);
