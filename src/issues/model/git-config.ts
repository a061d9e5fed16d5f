/** The addresses in the sections `[remote "…"]` of a `.git/config`. */
export function remotesIn(config: string): readonly string[] {
  const found: string[] = [];
  let inside = false;
  for (const line of config.split(/\r?\n/)) {
    if (/^\s*\[/.test(line)) inside = /^\s*\[remote\s+"/i.test(line);
    const url = inside ? /^\s*(?:push)?url\s*=\s*"?([^"]+?)"?\s*$/i.exec(line)?.[1] : undefined;
    if (url !== undefined) found.push(url);
  }
  return found;
}
