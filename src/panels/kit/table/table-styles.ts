// Styles of a table.
import { css } from "lit";

export const tableStyles = css`
  :host {
    display: block;
    container-type: inline-size;
    font-variant-numeric: tabular-nums;
  }
  .scroller {
    position: relative;
  }
  .scroller.bounded {
    max-block-size: var(--table-height, 480px);
    overflow: hidden auto;
    border-block-end: 1px solid var(--hairline);
  }
  /* Rows that open show their details here, with the head of the page in sight. */
  .openable.bounded {
    max-block-size: max(var(--table-height, 480px), 100vh - 300px);
  }
  .scroller:focus-visible {
    outline-offset: -1px;
  }
  .head {
    position: sticky;
    inset-block-start: 0;
    z-index: 1;
    background: var(--surface);
  }
  [role="row"] {
    display: grid;
    grid-template-columns: var(--tracks);
    gap: 0 var(--space-16);
    align-items: center;
    padding-inline-end: var(--space-4);
    border-block-end: 1px solid var(--row-line);
  }
  .head [role="row"] {
    min-block-size: 28px;
    border-color: var(--hairline);
    font-size: var(--size-small);
    font-weight: 600;
  }
  .body [role="row"] {
    /* Aligns a name with the first line of a value that has several. */
    align-content: center;
    align-items: baseline;
    min-block-size: 28px;
    padding-block: 3px;
  }
  .body [role="row"]:last-child {
    border-color: transparent;
  }
  .virtual .body [role="row"] {
    block-size: var(--row-height);
    overflow: hidden;
    /* The content of a row affects nothing around it, so only rows with new content are laid out again. */
    contain: layout paint style;
  }
  .body [role="row"]:hover {
    background: var(--vscode-list-hoverBackground);
  }
  .body [role="row"].chosen {
    background: var(--vscode-list-inactiveSelectionBackground);
    box-shadow: inset 2px 0 0 var(--focus);
  }
  .body [role="row"].detail:nth-child(n) {
    display: block;
    block-size: auto;
    padding: var(--space-8) 0 var(--space-16) var(--space-12);
    overflow: visible;
    background: none;
    box-shadow: inset 2px 0 0 var(--focus);
    contain: none;
    cursor: auto;
  }
  .scroller:focus-visible .at {
    outline: var(--focus-width) solid var(--focus);
    outline-offset: calc(-1 * var(--focus-width));
  }
  .openable .body [role="row"] {
    cursor: pointer;
  }
  .cell {
    min-inline-size: 0;
  }
  .virtual .cell,
  :host([single]) .cell {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .virtual .cell wbr,
  :host([single]) .cell wbr {
    display: none;
  }
  .numeric {
    text-align: end;
  }
  .cell.mono {
    line-height: 20px;
  }
  .cell :is(a, .plain-link):not(:hover) {
    text-decoration: none;
  }
  .cell triptych-icon {
    margin-inline-end: var(--space-4);
  }
  .short {
    display: none;
    color: var(--quiet);
    font-family: var(--vscode-font-family);
  }
  :host([plain]) .head {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  :host([plain]) .body [role="row"] {
    min-block-size: 26px;
    padding-block: 2px;
    border-color: transparent;
  }
  .foot {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 var(--space-12);
    padding-block-start: 6px;
    color: var(--quiet);
    font-size: var(--size-small);
  }

  /* Without room for columns, a row becomes two lines: the first cell, then the rest with their names. */
  @container (width < 600px) {
    .head {
      position: absolute;
      inline-size: 1px;
      block-size: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    .body [role="row"] {
      display: flex;
      flex-wrap: wrap;
      align-content: center;
      gap: 0 var(--space-12);
      padding-block: 5px;
    }
    :host([plain]) .body [role="row"] {
      padding-block: 3px;
    }
    .cell:nth-child(n) {
      color: var(--quiet);
      font-size: var(--size-small);
      line-height: 18px;
      text-align: start;
      white-space: normal;
    }
    .cell:first-child {
      flex: 0 0 100%;
      color: inherit;
    }
    .cell:first-child:not(.mono) {
      font-size: var(--size-text);
      line-height: 20px;
    }
    .cell:not(:first-child) .short {
      display: inline;
    }
    .cell:not(:first-child) .short + * {
      color: var(--text);
    }
    .blank {
      display: none;
    }
  }
`;
