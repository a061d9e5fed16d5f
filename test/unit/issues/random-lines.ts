// Changes a file at random in a Git repository, and compares where lines are found with what `git blame` says.
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { mapLines, splitLines, type LineFate } from "../../../src/issues/model/line-map.ts";

interface Options {
  readonly seed: number;
  readonly lines: number;
  readonly commits: number;
  readonly comments: number;
}

/** Texts that occur many times, as in real files. */
const COMMON = ["", "}", "  }", "  return;", "{", "  });"];

/** Each comment is on a random line at a random commit. All lines are looked for in the last commit. */
export async function compareWithGit({ seed, lines: length, commits, comments }: Options) {
  const random = randomNumbers(seed);
  const pick = (most: number): number => Math.floor(random() * most);
  const folder = await mkdtemp(join(tmpdir(), "triptych-lines-"));
  const git = async (...args: readonly string[]): Promise<string> => {
    const person = ["-c", "user.name=Nadia", "-c", "user.email=nadia@example.org", "-c", "commit.gpgSign=false"];
    const { stdout } = await promisify(execFile)("git", [...person, ...args], { cwd: folder, maxBuffer: 1 << 26 });
    return stdout;
  };
  let count = 0;
  const newLine = (): string => {
    count += 1;
    return pick(3) === 0 ? (COMMON[pick(COMMON.length)] ?? "") : `  line ${count} of ${pick(9)};`;
  };
  try {
    await git("init", "--quiet", "--initial-branch", "main");
    let lines = Array.from({ length }, newLine);
    const versions: { readonly commit: string; readonly lines: readonly string[] }[] = [];
    for (let commit = 0; commit <= commits; commit += 1) {
      if (commit > 0) lines = change(lines, pick, newLine);
      await writeFile(join(folder, "file"), lines.map((line) => `${line}\n`).join(""));
      await git("add", "file");
      await git("commit", "--quiet", "--allow-empty", "--message", `Commit ${commit}`);
      versions.push({
        commit: (await git("rev-parse", "HEAD")).trim(),
        lines: splitLines(`${lines.join("\n")}\n`) ?? [],
      });
    }
    const last = versions.at(-1);
    if (last === undefined) throw new Error("there are no commits");
    const isOnce = (all: readonly string[], text: string): boolean => all.indexOf(text) === all.lastIndexOf(text);
    const known = new Map<number, { readonly find: (line: number) => LineFate; readonly byGit: readonly LineFate[] }>();
    const wrong: string[] = [];
    let found = 0;
    for (let comment = 0; comment < comments; comment += 1) {
      const at = pick(commits);
      const version = versions[at] ?? last;
      const { find, byGit } = known.get(at) ?? {
        find: mapLines(version.lines, last.lines),
        byGit: parseBlame(
          await git("blame", "--reverse", "--line-porcelain", `${version.commit}..HEAD`, "file"),
          last.commit,
        ),
      };
      known.set(at, { find, byGit });
      const line = 1 + pick(version.lines.length);
      const text = version.lines[line - 1] ?? "";
      const fate = find(line);
      if (typeof fate === "number") found += 1;
      const expected = byGit[line - 1];
      // A line that was moved away and back is new for Git, but it is the only one with this text.
      const isBack = expected === "changed" && isOnce(version.lines, text) && isOnce(last.lines, text);
      const isRight =
        typeof fate === "number"
          ? last.lines[fate - 1] === text && (fate === expected || isBack)
          : fate === "unclear" || fate === expected;
      if (!isRight) wrong.push(`line ${line} of commit ${at} is ${fate}, but ${expected} for Git: ${text}`);
    }
    return { wrong, found, lines: comments };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Returns for each line its number in the last commit, or that an earlier one was the last that had it. */
function parseBlame(output: string, last: string): readonly LineFate[] {
  const fates: LineFate[] = [];
  for (const [, commit, there, here] of output.matchAll(/^([0-9a-f]{40}) (\d+) (\d+)(?: \d+)?$/gm)) {
    fates[Number(here) - 1] = commit === last ? Number(there) : "changed";
  }
  return fates;
}

/** Adds, removes, changes and moves some lines. */
function change(lines: readonly string[], pick: (most: number) => number, newLine: () => string): string[] {
  const changed = [...lines];
  for (let edit = 1 + pick(4); edit > 0; edit -= 1) {
    const at = pick(changed.length + 1);
    const some = 1 + pick(5);
    const kind = pick(4);
    if (kind === 0) changed.splice(at, 0, ...Array.from({ length: some }, newLine));
    else if (kind === 1) changed.splice(at, some);
    else if (kind === 2) changed.splice(at, some, ...Array.from({ length: some }, newLine));
    else changed.splice(pick(changed.length + 1), 0, ...changed.splice(at, some));
  }
  return changed.length === 0 ? [newLine()] : changed;
}

/** Mulberry32. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
