// Rules of .gitignore files, as git applies them.
import assert from "node:assert/strict";
import { GitIgnore, IgnoreFile } from "../../../../src/trackers/scan/ignore-rules.ts";

const ignored = (rules: string, path: string, isFolder = false): boolean =>
  new IgnoreFile(rules).verdict(path, isFolder) === "ignored";

describe("A .gitignore", () => {
  it("matches a name anywhere, and a path from its own folder", () => {
    assert.ok(ignored("secret.xml", "a/b/secret.xml"));
    assert.ok(ignored("/secret.xml", "secret.xml"));
    assert.ok(!ignored("/secret.xml", "a/secret.xml"));
    assert.ok(ignored("a/secret.xml", "a/secret.xml"));
    assert.ok(!ignored("a/secret.xml", "b/a/secret.xml"));
  });

  it("matches only folders if it ends with a slash", () => {
    assert.ok(ignored("build/", "app/build", true));
    assert.ok(!ignored("build/", "app/build"));
    assert.ok(!ignored("/build/", "app/build", true));
  });

  it("supports asterisks, double asterisks, question marks and character sets", () => {
    assert.ok(ignored("*.gradle", "a/b.gradle"));
    assert.ok(ignored("a*c*e", "abcde"));
    assert.ok(!ignored("a/*.kt", "a/b/c.kt"));
    assert.ok(ignored("a/**/c.kt", "a/c.kt") && ignored("a/**/c.kt", "a/b/d/c.kt"));
    assert.ok(ignored("**/made", "x/made", true) && ignored("made/**", "made/x/y"));
    assert.ok(!ignored("made/**", "made", true));
    assert.ok(ignored("v?.kt", "v1.kt") && !ignored("v?.kt", "v.kt"));
    assert.ok(ignored("[a-c]x", "bx") && !ignored("[!a-c]x", "bx") && ignored("[!a-c]x", "dx"));
  });

  it("uses the last matching line, skips comments, and keeps escaped characters", () => {
    assert.ok(!ignored("*.kt\n!keep.kt", "keep.kt"));
    assert.ok(ignored("!keep.kt\n*.kt", "keep.kt"));
    assert.ok(!ignored("# *.kt\n\n   \n", "a.kt"));
    assert.ok(ignored("\\#odd", "#odd") && ignored("\\!odd", "!odd"));
    assert.ok(ignored("name  ", "name") && ignored("name\\ ", "name "));
  });

  // Expected values are from `git check-ignore`, for patterns and paths that were once matched differently.
  it("matches sets like git: named, escaped, with brackets, ranges and slashes in them", () => {
    assert.ok(ignored("[[:digit:]]", "1") && !ignored("[[:digit:]]", "a") && ignored("[![:upper:]]", "a"));
    assert.ok(ignored("b[[:alpha:]]", "ba") && ignored("[[:alnum:]-]", "-") && ignored("[[:space:]]x", " x"));
    assert.ok(ignored("[[:punct:]]", "*") && ignored("[^b]*[!]]", "ab") && ignored("[[![:upper:]]", "["));
    assert.ok(ignored("[\\]]", "]") && ignored("[a-\\c]", "b") && !ignored("[\\a-c]", "\\"));
    assert.ok(ignored("[!]]", "B") && !ignored("[!]]", "]") && ignored("[]a]", "]") && ignored("[a-]", "-"));
    assert.ok(ignored("[c-a]", "c") && !ignored("[c-a]", "b"));
    assert.ok(ignored("[a/b]c", "ac") && !ignored("[a/b]c", "x/ac"));
  });

  it("ignores nothing because of a malformed set, and compares bytes", () => {
    assert.ok(!ignored("[", "[") && !ignored("[*", "[a") && !ignored("[[:foo:]]", ":"));
    assert.ok(!ignored("?", "\u00e9") && ignored("??", "\u00e9") && ignored("\u00e9*", "\u00e91"));
    assert.ok(ignored("***/a", "x/y/a") && ignored("a\\/b", "a/b") && !ignored("a//", "a", true));
    assert.ok(ignored("a\\\\ ", "a\\"));
  });

  it("is overruled by a .gitignore nearer to the file, but not inside a folder that is ignored as a whole", () => {
    const files: Record<string, string> = {
      "/r": "*.xml\nmade/\n",
      "/r/app": "!screen.xml\n",
      "/r/made": "!screen.xml\n",
    };
    const git = new GitIgnore("/r", (folder) => files[folder]);
    assert.ok(git.file("/r/screen.xml"));
    assert.ok(!git.file("/r/app/screen.xml") && !git.file("/r/app/deep/screen.xml"));
    assert.ok(git.file("/r/app/other.xml"));
    assert.ok(git.file("/r/made/screen.xml") && git.file("/r/app/made/screen.xml"));
  });

  it("built for catastrophic backtracking does no harm", () => {
    assert.ok(!ignored(`${"*a".repeat(2000)}b`, `${"a".repeat(5000)}c`));
    assert.ok(!ignored(`${"**/a/".repeat(500)}b`, `${"a/".repeat(2000)}c`));
  });
});
