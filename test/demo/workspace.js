// The folder that the demo opens: a small Android project with trackers and a Git remote on the sandbox.
import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const PROJECT = fileURLToPath(new URL("../workspaces/carries", import.meta.url));

/** @param {string} folder @param {{ forge: string, block: { number: string, hash: string } }} linked */
export async function makeWorkspace(folder, { forge, block }) {
  await cp(PROJECT, folder, { recursive: true });
  await mkdir(join(folder, ".git/objects"), { recursive: true });
  await mkdir(join(folder, ".git/refs/heads"), { recursive: true });
  await writeFile(join(folder, ".git/HEAD"), "ref: refs/heads/main\n");
  await writeFile(
    join(folder, ".git/config"),
    `[core]\n\trepositoryformatversion = 0\n[remote "origin"]\n\turl = ${forge}/lantern/almanac.git\n`,
  );
  await writeFile(join(folder, "README.md"), readme(block));
}

/** @param {{ number: string, hash: string }} block */
function readme({ number, hash }) {
  return `# Tramway

A sample project with a few trackers in it. Try Triptych:

- **Trackers**: expand *This Workspace* to scan the project, or run *Find App…* and type \`tramway\`.
- **Issues**: open #10 and answer it. You are signed in as nadia, and other users comment every half minute.
- **Blocks**: a new block closes every two seconds. Click one to see its transactions.

References are links in every file. Hover over one, or Ctrl+click it (Cmd+click on macOS):

- the issues #1, #3 and lantern/lamp-firmware#2
- block ${number}: ${hash}
- the account 0.0.1001
`;
}
