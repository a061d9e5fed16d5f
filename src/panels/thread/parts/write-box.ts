// The box for writing a comment.
import { css, LitElement, nothing, type PropertyValues } from "lit";
import { sendKeys } from "../../../base/format.ts";
import "./avatar.ts";
import { isMac } from "../../kit/controls/keyboard.ts";
import { emit } from "../../kit/events.ts";
import { html } from "../../kit/html.ts";
import { icon } from "../../kit/icon.ts";
import type { IconName, Tone } from "../../kit/icons.ts";
import { iconColumn, shared } from "../../kit/styles.ts";
import { fill, strings } from "../../kit/localization.ts";

/** Ctrl+Enter (⌘↩ on a Mac) posts the text, Ctrl+Shift+Enter opens the same draft in an editor. */
export class WriteBox extends LitElement {
  static override shadowRootOptions = { ...LitElement.shadowRootOptions, delegatesFocus: true };
  static override styles = [
    shared,
    iconColumn,
    css`
      :host {
        padding-block-start: var(--space-12);
        border-block-start: 1px solid var(--hairline);
      }
      .field {
        display: block;
        inline-size: 100%;
        block-size: auto;
        min-block-size: 76px;
        max-block-size: 60vh;
        field-sizing: content;
        padding: 6px var(--space-8);
        line-height: 20px;
        resize: vertical;
      }
      .bar {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--space-8);
        margin-block-start: var(--space-8);
      }
      .status {
        display: inline-flex;
        align-items: center;
        gap: var(--space-4);
        margin-inline-end: auto;
        color: var(--quiet);
        font-size: var(--size-small);
      }
      .buttons {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-8);
      }
    `,
  ];
  static override properties = {
    who: {},
    label: {},
    value: {},
    status: {},
    statusIcon: { attribute: "status-icon" },
    statusTone: { attribute: "status-tone" },
    closeWords: { attribute: false },
    sending: { type: Boolean },
  };

  /** Name of the reader's account. */
  who = "";
  label: string = strings.write;
  value = "";
  /** "Draft kept 14:31", "Changed, not sent", "Uploading 1 image". */
  status = "";
  statusIcon: IconName = "check";
  statusTone: Tone = "";
  sending = false;
  /** Labels of the button that closes the issue, without and with a text; not set if it can't be closed from here. */
  closeWords: { readonly withoutText: string; readonly withText: string } | undefined;

  /** Keeps the caret between the same words when another text replaces a part of the box. */
  override update(changed: PropertyValues): void {
    const field = this.shadowRoot?.querySelector("textarea");
    const { value: before = "", selectionStart = 0, selectionEnd = 0 } = field ?? {};
    super.update(changed);
    const after = field?.value ?? "";
    if (after === before) return;
    const move = (at: number) => (after.startsWith(before.slice(0, at)) ? at : at + after.length - before.length);
    field?.setSelectionRange(move(selectionStart), move(selectionEnd));
  }

  /** Number of files that were pasted, which distinguishes their placeholders. */
  #count = 0;

  override render() {
    const isEmpty = this.value.trim() === "";
    const why = this.sending ? strings.sending : isEmpty ? strings.empty : sendKeys(navigator.platform);
    return html`<triptych-avatar .name=${this.who}></triptych-avatar>
      <div>
        <textarea
          class="field"
          rows="3"
          dir="auto"
          aria-label=${this.label}
          placeholder=${this.label}
          aria-describedby="status"
          ?readonly=${this.sending}
          .value=${this.value}
          @input=${this.#type}
          @paste=${this.#paste}
          @keydown=${this.#key}
        ></textarea>
        <div class="bar">
          <span class="status" id="status" role="status"
            >${
              this.sending
                ? html`${icon("loading")}${strings.sending}`
                : this.status === ""
                  ? ""
                  : html`${icon(this.statusIcon, this.statusTone)}<span>${this.status}</span>`
            }</span
          >
          <span class="buttons">
            <button
              class="button second"
              type="button"
              title=${isMac() ? "⇧⌘↩" : "Ctrl+Shift+Enter"}
              @click=${this.#openEditor}
            >
              ${strings.openInEditor}
            </button>
            ${
              this.closeWords === undefined
                ? nothing
                : html`<button
                    class="button second"
                    type="button"
                    aria-disabled=${this.sending}
                    title=${this.sending ? strings.sending : nothing}
                    @click=${this.#close}
                  >
                    ${isEmpty ? this.closeWords.withoutText : this.closeWords.withText}
                  </button>`
            }
            <button
              class="button"
              type="button"
              aria-disabled=${this.sending || isEmpty}
              title=${why}
              @click=${this.#post}
            >
              ${strings.post}
            </button>
          </span>
        </div>
      </div>`;
  }

  #type = (event: InputEvent): void => {
    if (event.target instanceof HTMLTextAreaElement) this.value = event.target.value;
    emit(this, "typed", this.value);
  };

  /** Inserts a placeholder for each pasted file, as the editor does. */
  #paste = (event: ClipboardEvent): void => {
    const { clipboardData, target } = event;
    if (clipboardData === null || this.sending) return;
    // Office programs copy a picture beside the text. A copied file has its name as text, a copied image has HTML.
    if (["text/plain", "text/html"].every((type) => clipboardData.types.includes(type))) return;
    const files = Array.from(clipboardData.files, (file) => {
      const name = file.name.replaceAll(/[<>]|--/g, "_");
      let placeholder: string;
      // A page that was unloaded since then may have left some.
      do {
        this.#count += 1;
        placeholder = `<!-- ${fill(strings.uploading, name, this.#count)} -->`;
      } while (this.value.includes(placeholder));
      return { file, placeholder };
    });
    if (files.length === 0 || !(target instanceof HTMLTextAreaElement)) return;
    event.preventDefault();
    const text = files.map(({ placeholder }) => placeholder).join("\n");
    // Behind the selection, which could not be restored: a text that is set can't be undone.
    target.setRangeText(text, target.selectionEnd, target.selectionEnd, "end");
    this.value = target.value;
    emit(this, "typed", this.value);
    for (const each of files) emit(this, "attached", each);
  };

  #post = (): void => {
    if (!this.sending && this.value.trim() !== "") emit(this, "posted", this.value);
  };

  #close = (): void => {
    if (!this.sending) emit(this, "closed", this.value);
  };

  #openEditor = (): void => emit(this, "editor", this.value);

  #key = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || event.isComposing || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (event.shiftKey) this.#openEditor();
    else this.#post();
  };
}

customElements.define("triptych-write-box", WriteBox);
