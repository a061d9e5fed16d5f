// Shows an image from a comment only after the reader agrees to load it.
import { css, LitElement, nothing } from "lit";
import type { ImageState } from "./image-state.ts";
import { emit } from "../events.ts";
import { html } from "../html.ts";
import { icon } from "../icon.ts";
import { styled } from "../style-directive.ts";
import { shared } from "../styles.ts";
import { fill, strings } from "../localization.ts";

/**
 * A request for an image reveals to its host who reads, and when. So nothing is requested before the reader agrees; the
 * extension then loads it and passes in a `data:` or `blob:` source. The page itself never sends a request.
 */
export class Image extends LitElement {
  static override styles = [
    shared,
    css`
      :host {
        display: block;
        margin-block: var(--space-8);
      }
      :host(:is([emoji], [shown])) {
        display: contents;
      }
      :host([emoji]) img {
        block-size: 16px;
        border-radius: 0;
        vertical-align: text-bottom;
      }
      .stand-in {
        display: grid;
        grid-template-columns: 16px minmax(0, 1fr);
        gap: 2px var(--space-8);
        max-inline-size: 480px;
        padding: var(--space-8) var(--space-12);
        border: 1px dashed var(--vscode-editorWidget-border, var(--hairline));
        border-radius: var(--round);
        font-size: var(--size-small);
        line-height: 18px;
      }
      .actions {
        display: flex;
        flex-wrap: wrap;
        gap: 0 var(--space-12);
        grid-column: 2;
      }
      img {
        max-inline-size: 100%;
        block-size: auto;
        border-radius: var(--round);
        object-fit: contain;
        vertical-align: bottom;
      }
    `,
  ];
  static override properties = {
    url: {},
    alt: {},
    width: { attribute: false },
    height: { attribute: false },
    emoji: { type: Boolean, reflect: true },
    state: { attribute: false },
  };

  url = "";
  alt = "";
  /** "40px" or "50%", or empty if the author set none. */
  width = "";
  height = "";
  /** The image is a custom emoji, inline like a letter. Its name is shown until it is loaded. */
  emoji = false;
  state: ImageState | undefined;

  /** Like on the servers, only an image that is drawn is a part of its line. */
  override willUpdate(): void {
    this.toggleAttribute("shown", this.state?.kind === "shown");
  }

  override render() {
    if (this.state?.kind === "shown") {
      const image = html`<img
        src=${this.state.source}
        alt=${this.alt}
        title=${this.emoji ? this.alt : nothing}
        ${styled({ "inline-size": this.width, "block-size": this.height })}
      />`;
      return this.emoji ? image : html`<a href=${this.url} title=${this.url}>${image}</a>`;
    }
    if (this.emoji) return html`${this.alt}`;
    return html`<div class="stand-in" dir="auto" role="group" aria-label=${strings.image}>
      ${icon(this.state?.kind === "loading" ? "loading" : "file-media")}
      <div>
        ${this.#describe()}${this.alt === "" ? nothing : html` <span class="quiet">· “<bdi>${this.alt}</bdi>”</span>`}
      </div>
      ${this.state?.kind === "loading" ? nothing : this.#actions()}
    </div>`;
  }

  #describe() {
    if (this.state?.kind === "loading") return strings.imageLoading;
    if (this.state?.kind === "failed") return fill(strings.imageFailed, this.state.reason);
    const [before, after] = strings.imageFrom.split("{0}");
    const host = this.state?.kind === "elsewhere" ? this.state.host : (URL.parse(this.url)?.host ?? this.url);
    return html`${before}<b title=${this.url}>${host}</b>${after}`;
  }

  #actions() {
    const request = (always: boolean) => () => emit(this, "wanted", { url: this.url, always });
    const failed = this.state?.kind === "failed";
    return html`<div class="actions">
      <button class="plain-link" type="button" @click=${request(false)}>
        ${failed ? strings.retry : strings.loadOnce}
      </button>
      ${
        failed
          ? nothing
          : html`<button class="plain-link" type="button" @click=${request(true)}>${strings.always}</button>
              <button class="plain-link" type="button" @click=${() => emit(this, "hostsManaged", undefined)}>
                ${strings.manageHosts}
              </button>`
      }
    </div>`;
  }
}

customElements.define("triptych-image", Image);
