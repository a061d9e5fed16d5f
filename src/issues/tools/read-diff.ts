// Reads the changes of one file of a pull request.
import * as v from "valibot";
import { skipInput } from "../../base/tools/inputs.ts";
import { tool } from "../../base/tools/tool.ts";
import { fullName } from "../model/address.ts";
import { loadVersions } from "./file-versions.ts";
import { numberInput, repositoryInput } from "./inputs.ts";
import type { IssuesSource } from "./source.ts";
import { unifiedDiff } from "./unified-diff.ts";

const MAX_HUNK_TOKENS = 2_000;

export const readDiff = tool({
  name: "triptych_issues_read_diff",
  reference: "pullRequestDiff",
  title: "Read the Diff of a File",
  description:
    "Reads the changes of one file of a pull request as a unified diff, hunk by hunk. " +
    'Example: {"repository": "owner/name", "number": 41, "file": "src/main.ts"}. ' +
    "triptych_issues_read_pull lists the files.",
  asksServer: true,
  input: {
    repository: repositoryInput,
    number: numberInput,
    file: v.pipe(v.string(), v.minLength(1), v.maxLength(4096), v.description("The path of a changed file.")),
    skip: skipInput,
  },
  confirm: ({ repository }, { reading }: IssuesSource, signal) => reading.confirm(repository, signal),
  answer: async ({ repository, number, file: path, skip = 0 }, { reading }: IssuesSource, answer, signal) => {
    const address = { ...(await reading.find(repository)), number: BigInt(number) };
    const api = await reading.open(address, signal);
    const { file, details, before, after } = await loadVersions(api, address, path, signal);
    answer.fact("repository", fullName(address));
    answer.fact("pull request", number);
    answer.fact("file", path);
    answer.fact("renamed from", file.from);
    answer.fact("status", file.status);
    answer.fact("head commit", details.head.commit);
    const hunks = unifiedDiff(before, after);
    if (hunks === undefined) {
      answer.fact("diff", "too many lines differ");
      return address.base;
    }
    answer.heading(`Hunks (${hunks.length})`);
    answer.page(hunks, skip, "hunks", (hunk, entry) =>
      entry.quote(
        hunk,
        MAX_HUNK_TOKENS,
        (shown) => `a hunk after character ${shown}. A larger "maxTokens" shows more.`,
      ),
    );
    return address.base;
  },
});
