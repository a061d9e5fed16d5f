// Styles of a grid.
import { css } from "lit";

export const gridStyles = css`
  :host {
    display: block;
  }
  .grid {
    display: grid;
    grid-template-columns: 212px minmax(0, 1fr);
    gap: 0 var(--space-12);
  }
  .lanes {
    position: relative;
    isolation: isolate;
    direction: ltr;
    touch-action: pan-y;
    user-select: none;
    cursor: crosshair;
    font-size: var(--size-tiny);
    line-height: 14px;
  }
  .lanes:focus-visible {
    border-radius: var(--round);
    outline-offset: 2px;
  }
  .top {
    block-size: 32px;
  }
  .group {
    display: flex;
    align-items: center;
    gap: var(--space-4);
    box-sizing: border-box;
    block-size: 26px;
    padding-block-start: var(--space-4);
    font-size: var(--size-small);
    font-weight: 600;
  }
  .lanes .group {
    border-block-end: 1px solid var(--hairline);
  }
  .name,
  .lane,
  .line {
    display: flex;
    align-items: center;
    position: relative;
    block-size: 24px;
    min-inline-size: 0;
  }
  .line {
    block-size: 44px;
    font-size: var(--size-small);
  }
  .names .name,
  .names .line {
    padding-inline-start: var(--space-12);
  }
  .name .plain-link:not(:hover) {
    text-decoration: none;
  }
  .cut {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .count {
    color: var(--quiet);
    font-weight: 400;
  }
  .lane::before {
    content: "";
    position: absolute;
    inset-inline: 0;
    inset-block-start: 50%;
    z-index: -3;
    block-size: 1px;
    background: var(--hairline);
    opacity: var(--grid-strength);
  }
  .run,
  .unknown,
  .word,
  .step,
  .value,
  .border,
  .here,
  .mark,
  .flag,
  .label {
    position: absolute;
  }
  .run,
  .unknown {
    inset-block: 6px;
  }
  .run {
    z-index: -2;
    background: var(--vscode-charts-blue);
  }
  .unknown {
    z-index: 0;
    box-sizing: border-box;
    border: 1px dashed var(--quiet);
    background: var(--surface);
  }
  .border {
    inset-block-start: 32px;
    z-index: -1;
    inline-size: 1px;
    background: var(--surface);
  }
  .word,
  .value {
    z-index: 1;
    padding-inline: 2px;
    background: var(--surface);
    white-space: nowrap;
  }
  .word.end,
  .label.end {
    transform: translateX(-100%);
    text-align: end;
  }
  .step {
    inset-block-end: 4px;
    z-index: -2;
    box-sizing: border-box;
    border-block-start: 2px solid var(--vscode-charts-purple);
    background: color-mix(in srgb, var(--vscode-charts-purple) 16%, transparent);
  }
  .value {
    background: none;
    font-size: var(--size-tiny);
    font-weight: 600;
  }
  .here {
    inset-block: 16px 34px;
    z-index: 0;
    box-sizing: border-box;
    border: var(--focus-width) solid var(--focus);
    background: color-mix(
      in srgb,
      var(--vscode-editor-selectionBackground, var(--vscode-list-hoverBackground)) var(--brush-strength),
      transparent
    );
    pointer-events: none;
  }
  .mark {
    inset-block: 30px 34px;
    z-index: 0;
    border-inline-start: 1px dashed var(--text);
    pointer-events: none;
  }
  .flag {
    inset-block-start: 14px;
    z-index: 3;
    box-sizing: border-box;
    inline-size: 16px;
    border: 1px solid var(--text);
    border-radius: var(--round);
    background: var(--surface);
    text-align: center;
    font-weight: 600;
    transform: translateX(-50%);
    pointer-events: none;
  }
  .foot {
    position: relative;
    box-sizing: border-box;
    block-size: 34px;
    padding-block-start: 5px;
    color: var(--quiet);
    font-size: var(--size-tiny);
    line-height: 14px;
  }
  .label {
    white-space: nowrap;
  }
  .label b {
    display: block;
    color: var(--text);
  }
  .readout {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 var(--space-8);
    min-block-size: 44px;
    margin-block-start: var(--space-4);
    font-size: var(--size-small);
    line-height: 18px;
  }
  .changes {
    flex-basis: 100%;
  }
  .keys {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-4) var(--space-12);
    margin-block-start: var(--space-4);
    color: var(--quiet);
    font-size: var(--size-small);
  }
  @media (width < 600px) {
    .grid {
      grid-template-columns: 132px minmax(0, 1fr);
      gap: 0 var(--space-8);
      font-size: var(--size-small);
    }
    .names .name,
    .names .line {
      padding-inline-start: 0;
    }
  }
`;
