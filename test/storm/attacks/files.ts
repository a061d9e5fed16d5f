// Hostile files in a workspace: configuration of Git and Gradle, and source code.
import assert from "node:assert/strict";
import { remotesIn } from "../../../src/issues/model/git-config.ts";
import { GitIgnore } from "../../../src/scan/files/ignore-rules.ts";
import { scanFile } from "../../../src/scan/scan-file.ts";
import { SIGNATURES } from "../../unit/scan/hostile-signatures.ts";
import type { Attack } from "./attack.ts";
import { GROWING } from "./growth.ts";

const SCANNED = [
  "a/build.gradle",
  "a/build.gradle.kts",
  "A.java",
  "A.kt",
  "res/a.xml",
  "AndroidManifest.xml",
  "gradle/libs.versions.toml",
  "gradle.properties",
] as const;

/** The functions that read files of a workspace. A bench measures how their time grows with the file. */
export const FILE_READERS: Readonly<Record<string, (text: string) => unknown>> = {
  ".git/config": (text) => remotesIn(text),
  ".git/config, in a section of a remote": (text) => remotesIn(`[remote "origin"]\n\turl =${text}`),
  ".gitignore": (text) => new GitIgnore("", () => text).file("/a/b/c/d.java"),
  ".gitignore, for a long path": (text) =>
    new GitIgnore("", (folder) => (folder === "" ? text : undefined)).file(`${"/a".repeat(45)}/b.java`),
  ...Object.fromEntries(SCANNED.map((path) => [path, (text: string) => scanFile(path, text, SIGNATURES)])),
};

export function fileAttacks(): readonly Attack[] {
  return Object.entries(FILE_READERS).map(([reader, read]) => ({
    name: `slow to read: ${reader}`,
    tries: GROWING.map(({ name, at }) => ({
      name,
      run: () => {
        read(at(1000));
        assert.equal("polluted" in {}, false);
      },
    })),
  }));
}
