// Styles of a chart.
import { css } from "lit";

export const chartStyles = css`
  :host {
    display: block;
    margin-block-start: var(--space-12);
  }
  .above {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 var(--space-8);
    margin-block-end: var(--space-4);
  }
  .plots {
    display: flow-root;
    position: relative;
    isolation: isolate;
    padding-block-end: 40px;
    direction: ltr;
    touch-action: pan-y;
    user-select: none;
    cursor: crosshair;
    font-size: var(--size-tiny);
    line-height: 14px;
  }
  .plots:focus-visible {
    border-radius: var(--round);
    outline-offset: 2px;
  }
  .plots.flat {
    padding-block-end: 24px;
  }
  /* The name, and after it the label of gaps, which takes a second line if both don't fit. */
  .head {
    display: flex;
    flex-wrap: wrap;
    align-content: end;
    justify-content: space-between;
    gap: 0 var(--space-8);
    box-sizing: border-box;
    min-block-size: 32px;
    padding-block: var(--space-4) 6px;
  }
  .marked .plot:first-of-type .head {
    min-block-size: 44px;
    padding-block-start: 22px;
  }
  .area {
    position: relative;
  }
  .value,
  .grid,
  canvas,
  .ending,
  .gap.inside,
  .tick,
  .here,
  .brush,
  .mark {
    position: absolute;
  }
  .name {
    font-weight: 600;
  }
  .value {
    inset-inline-start: 0;
    transform: translateY(-50%);
    color: var(--quiet);
    text-align: end;
    white-space: nowrap;
    font-variant-numeric: tabular-nums;
  }
  .grid {
    block-size: 1px;
    background: var(--hairline);
    opacity: var(--grid-strength);
  }
  .grid.floor {
    background: var(--vscode-charts-lines);
    opacity: 1;
  }
  .ending {
    font-weight: 600;
    transform: translateY(-50%);
  }
  .gap {
    background: var(--surface);
    color: var(--quiet);
  }
  .gap.inside {
    padding-inline: var(--space-4);
    white-space: nowrap;
  }
  .tick {
    inset-block-end: 0;
    block-size: 32px;
    color: var(--quiet);
    text-align: center;
    white-space: nowrap;
    transform: translateX(-50%);
  }
  .flat .tick {
    block-size: 16px;
  }
  .tick.first {
    transform: none;
  }
  .tick.last {
    transform: translateX(-100%);
  }
  .tick b {
    display: block;
    color: var(--text);
  }
  /* Behind the lines and labels, which they must not cover. */
  .here,
  .brush,
  .mark {
    z-index: -1;
    inset-block: 20px 40px;
  }
  .flat :is(.here, .brush, .mark) {
    inset-block-end: 24px;
  }
  .here {
    inline-size: 1px;
    background: var(--focus);
    pointer-events: none;
  }
  .brush {
    border: var(--brush-edge) solid var(--focus);
    background: color-mix(
      in srgb,
      var(--vscode-editor-selectionBackground, var(--vscode-list-hoverBackground)) var(--brush-strength),
      transparent
    );
    pointer-events: none;
  }
  .mark {
    inline-size: 0;
    border-inline-start: 1px solid var(--focus);
    pointer-events: none;
  }
  .mark.broken {
    border-color: var(--bad);
    border-inline-start-style: dashed;
  }
  .mark > span {
    position: absolute;
    inset-block-end: 100%;
    inset-inline-start: 0;
    font-weight: 600;
    white-space: nowrap;
    transform: translateX(-50%);
  }
  .mark.before > span {
    transform: translateX(calc(2px - 100%));
  }
  .mark.behind > span {
    transform: translateX(-1px);
  }
  .mark.broken > span {
    transform: translateX(-6px);
  }
  .mark.broken.late > span {
    transform: translateX(calc(6px - 100%));
  }
  .mark.broken > span::before {
    content: "▼ ";
    color: var(--bad);
  }
  .mark.broken.late > span::before {
    content: "";
  }
  .mark.broken.late > span::after {
    content: " ▼";
    color: var(--bad);
  }
  .readout {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--space-4) var(--space-8);
    min-block-size: 26px;
    margin-block-start: var(--space-8);
    font-size: var(--size-small);
    line-height: 18px;
  }
  .keys {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-4) var(--space-12);
    margin-block-start: var(--space-8);
    color: var(--quiet);
    font-size: var(--size-small);
  }
`;
