// What the links of a panel open, for tests that follow none.
export const noLinks = {
  openEntity: () => undefined,
  openTransaction: () => Promise.resolve(),
  goToBlock: () => undefined,
};
