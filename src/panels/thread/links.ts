/** The link that was clicked, through all shadow roots. */
export function findLink(clicked: MouseEvent): string | undefined {
  const link = clicked.composedPath().find((each) => each instanceof HTMLAnchorElement);
  return link instanceof HTMLAnchorElement && link.hasAttribute("href") ? link.href : undefined;
}

/** Whether the address is that of a thread on one of the servers, which is opened here and not in the browser. */
export function isThreadUrl(address: string, servers: readonly string[]): boolean {
  return servers.some(
    (server) =>
      address.toLowerCase().startsWith(`${server.toLowerCase()}/`) &&
      /^\/[\w.-]+\/[\w.-]+\/(issues|pulls)\/[1-9]\d{0,18}(#[\w-]*)?$/.test(address.slice(server.length)),
  );
}
