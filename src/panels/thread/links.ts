// Finds the link that was clicked, and recognizes links that open in Triptych.

/** Returns the URL of the link that was clicked, through all shadow roots. */
export function findLink(event: MouseEvent): string | undefined {
  const link = event.composedPath().find((each) => each instanceof HTMLAnchorElement);
  return link instanceof HTMLAnchorElement && link.hasAttribute("href") ? link.href : undefined;
}

/** True if the URL is that of a thread on one of the servers, which opens in Triptych and not in the browser. */
export function isThreadUrl(url: string, servers: readonly string[]): boolean {
  return servers.some(
    (server) =>
      url.toLowerCase().startsWith(`${server.toLowerCase()}/`) &&
      /^\/[\w.-]+\/[\w.-]+\/(issues|pulls)\/[1-9]\d{0,18}(#[\w-]*)?$/.test(url.slice(server.length)),
  );
}
