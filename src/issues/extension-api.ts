// What other extensions can do with issues: open threads and drafts. Nothing is sent, and no content is returned.
import * as v from "valibot";
import { Problem } from "../base/problem.ts";
import { argumentProblem, decodeArgument } from "../workbench/extension-calls.ts";
import { l10n } from "../workbench/text/l10n.ts";
import type { DraftCommands } from "./editing/draft-commands.ts";
import { formatHost, parseRepository, sameBase, type Parsed } from "./model/address.ts";
import type { RepositoryPicker } from "./pickers/repository-picker.ts";
import type { Services } from "./services.ts";
import type { SubjectPicker } from "./pickers/subject-picker.ts";

const MAX_URL_CHARS = 2000;
const MAX_TITLE_CHARS = 255;
/** Longer than any text that a server accepts. */
const MAX_TEXT_CHARS = 1_000_000;

const url = v.pipe(v.string(), v.maxLength(MAX_URL_CHARS, "too long"), v.regex(/^https?:\/\//i, "expected a URL"));
const text = v.pipe(v.string(), v.regex(/\S/, "is empty"), v.maxLength(MAX_TEXT_CHARS, "too long"));
const threadArgument = v.strictObject({ url });
const commentArgument = v.strictObject({ text, url: v.optional(url) });
const title = v.pipe(v.string(), v.maxLength(MAX_TITLE_CHARS, "too long"), v.regex(/^[^\r\n]*$/, "has several lines"));
const issueArgument = v.strictObject({ text, title: v.optional(title, ""), url: v.optional(url) });

export interface IssuesApi {
  openThread(given: unknown): Promise<void>;
  draftComment(given: unknown): Promise<void>;
  draftIssue(given: unknown): Promise<void>;
}

interface IssuesApiDependencies {
  readonly services: Pick<Services, "knownServers" | "renames" | "repositories">;
  readonly draftCommands: Pick<DraftCommands, "append" | "beginIssue" | "show">;
  readonly subjectPicker: Pick<SubjectPicker, "thread">;
  readonly repositoryPicker: Pick<RepositoryPicker, "pick">;
}

export function extensionApi({
  services,
  draftCommands,
  subjectPicker,
  repositoryPicker,
}: IssuesApiDependencies): IssuesApi {
  const { knownServers, renames, repositories } = services;

  /** Finds what a URL refers to. An unknown server learns nothing because another extension names it. */
  const find = async (named: string): Promise<Parsed> => {
    const shown = (await repositories.list()).map(({ address }) => address.base);
    const known = [...new Set([...knownServers.bases(), ...shown])];
    const parsed = parseRepository(named, knownServers.getConfigured(), known);
    if (parsed === undefined) throw argumentProblem("url", "expected the URL of a repository, or of a page of it");
    const { base } = parsed.address;
    if (known.some((each) => sameBase(each, base))) return { ...parsed, address: renames.toPresent(parsed.address) };
    const sentence = l10n.t(
      "Triptych doesn't know {0}. Add one of its repositories to the Issues view.",
      formatHost(base),
    );
    throw new Problem("invalid", { detail: sentence });
  };
  const findThread = async (named: string) => {
    const { address, number, comment } = await find(named);
    if (number === undefined) throw argumentProblem("url", "expected the URL of an issue or pull request");
    return { thread: { ...address, number }, comment };
  };

  return {
    openThread: async (given) => {
      const { thread, comment } = await findThread(decodeArgument(threadArgument, given).url);
      draftCommands.show(thread, comment);
    },
    draftComment: async (given) => {
      const draft = decodeArgument(commentArgument, given);
      const thread =
        draft.url === undefined
          ? await subjectPicker.thread(l10n.t("New Comment"))
          : (await findThread(draft.url)).thread;
      requireOpened(thread !== undefined && (await draftCommands.append(thread, draft.text)));
    },
    draftIssue: async (given) => {
      const draft = decodeArgument(issueArgument, given);
      const repository = draft.url === undefined ? await repositoryPicker.pick() : (await find(draft.url)).address;
      const form = { title: draft.title, body: draft.text };
      requireOpened(repository !== undefined && (await draftCommands.beginIssue(repository, form)));
    },
  };
}

/** The user selected nothing, or may not write there, which a message has said. */
function requireOpened(isOpen: boolean): void {
  if (!isOpen) throw new Problem("canceled");
}
