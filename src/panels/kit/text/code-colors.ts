// Colors code by its tokens.
import { css, type TemplateResult } from "lit";
import { highlight } from "./highlight.ts";
import { html } from "../html.ts";

/** The debugger's token colors are the only ones that VS Code passes to webviews. */
export const tokenStyles = css`
  .keyword,
  .name {
    color: var(--vscode-debugTokenExpression-name);
  }
  .string {
    color: var(--vscode-debugTokenExpression-string);
  }
  .number {
    color: var(--series-1);
  }
  .comment {
    color: var(--quiet);
    font-style: italic;
  }
`;

export function highlightTemplate(code: string, language: string): readonly (TemplateResult | string)[] {
  return highlight(code, language).map(({ text, kind }) =>
    kind === "" ? text : html`<span class=${kind}>${text}</span>`,
  );
}
