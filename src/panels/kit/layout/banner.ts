// A message above content that stays in place, such as a failed refresh.
import { css, LitElement } from "lit";
import { html } from "../html.ts";
import { icon } from "../icon.ts";
import type { IconName, Tone } from "../icons.ts";
import { shared } from "../styles.ts";

export type BannerKind = "info" | "caution" | "failed" | "done";

const looks: Record<BannerKind, { readonly icon: IconName; readonly tone: Tone }> = {
  info: { icon: "info", tone: "news" },
  caution: { icon: "warning", tone: "caution" },
  failed: { icon: "error", tone: "bad" },
  done: { icon: "check", tone: "good" },
};

/**
 * One sentence with a bold start, and at most two actions in the slot `actions`.
 * Only a failure interrupts a screen reader.
 */
export class Banner extends LitElement {
  static override styles = [
    shared,
    css`
      :host {
        display: block;
        container-type: inline-size;
        margin-block-start: var(--space-12);
      }
      div {
        display: grid;
        grid-template-columns: 16px minmax(0, 1fr) auto;
        gap: var(--space-4) var(--space-8);
        align-items: center;
        padding: 6px var(--space-12);
        border: 1px solid var(--vscode-contrastBorder, var(--vscode-notifications-border, var(--hairline)));
        border-radius: var(--round);
        background: var(--vscode-notifications-background);
        font-size: var(--size-small);
        line-height: 18px;
      }
      triptych-icon {
        align-self: start;
        margin-block-start: 1px;
      }
      slot[name="actions"] {
        display: flex;
        flex-wrap: wrap;
        gap: 0 var(--space-12);
      }
      @container (width < 600px) {
        div {
          grid-template-columns: 16px minmax(0, 1fr);
        }
        slot[name="actions"] {
          grid-column: 2;
        }
      }
    `,
  ];
  static override properties = { kind: {}, icon: {} };

  kind: BannerKind = "info";
  /** Replaces the icon of the kind. */
  icon: IconName | "" = "";

  override willUpdate(): void {
    this.role = this.kind === "failed" ? "alert" : "status";
  }

  override render() {
    const look = looks[this.kind];
    return html`<div>
      ${icon(this.icon === "" ? look.icon : this.icon, look.tone)}<span><slot></slot></span><slot name="actions"></slot>
    </div>`;
  }
}

customElements.define("triptych-banner", Banner);
