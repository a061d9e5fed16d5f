import { l10n } from "vscode";
import { Problem } from "../../base/problem.ts";
import type { Shared } from "../../workbench/shared.ts";
import { ago } from "../../workbench/words.ts";
import { firstLine, numbered } from "../model.ts";
import { fullName, hostOf, parseRepository, repositoryKey } from "../model/address.ts";
import type { RepositoryAddress, ThreadAddress } from "../model/address.ts";
import { isUnsent, textOf } from "../model/draft.ts";
import type { Store } from "../store.ts";
import { CommentSubject, DraftSubject } from "../subject.ts";
import { fateOf } from "../unsent.ts";
import { nameOf } from "../words.ts";

/** Asks for what a command works on, where it was called with nothing. */
export class Asking {
  readonly #shared: Shared;
  readonly #store: Store;

  constructor(shared: Shared, store: Store) {
    this.#shared = shared;
    this.#store = store;
  }

  /** Asks for a repository, looks whether it is there, and keeps it in the view. */
  async addRepository(): Promise<RepositoryAddress | undefined> {
    const { dialogs } = this.#shared;
    const shown = new Set((await this.#store.repositories.list()).map(({ address }) => repositoryKey(address)));
    const found = (await this.#store.repositories.found()).filter((address) => !shown.has(repositoryKey(address)));
    const typed = l10n.t("Enter owner/repository or an Address…");
    const chosen =
      found.length === 0
        ? "type"
        : await dialogs.pick<RepositoryAddress | "type">(l10n.t("Add a Repository"), [
            ...found.map((address) => ({
              label: fullName(address),
              description: hostOf(address.base),
              detail: l10n.t("From a git remote of this workspace"),
              value: address,
            })),
            { label: typed, value: "type" },
          ]);
    if (chosen === undefined) return undefined;
    const address = chosen === "type" ? await this.#askRepository() : chosen;
    if (address === undefined) return undefined;
    return await dialogs.progress(l10n.t("Looking for {0}…", fullName(address)), async (_report, signal) => {
      const base = (await this.#isKnown(address.base))
        ? address.base
        : await this.#store.findServer(address.base, signal);
      if (base === undefined) throw new Problem("notFound", { origin: new URL(address.base).origin });
      return await this.#store.add({ ...address, base }, signal);
    });
  }

  /** Asks for an issue by its number, by `owner/repo#12`, or by its address. */
  async thread(): Promise<ThreadAddress | undefined> {
    const { dialogs } = this.#shared;
    const repositories = (await this.#store.repositories.list()).map(({ address }) => address);
    const [only] = repositories;
    const bare = repositories.length === 1 && only !== undefined ? only : undefined;
    const typed = await dialogs.input({
      title: l10n.t("Open an Issue or Pull Request"),
      prompt:
        bare === undefined
          ? l10n.t("owner/repository#12, or the address of its page")
          : l10n.t("Its number in {0}, owner/repository#12, or the address of its page", fullName(bare)),
      placeholder: "#12",
      faultOf: (answer) => (this.#threadIn(answer, bare) === undefined ? l10n.t("This names no issue.") : undefined),
    });
    return typed === undefined ? undefined : this.#threadIn(typed, bare);
  }

  /** Asks for a comment of an issue that is asked for. */
  async comment({ changeable = false } = {}): Promise<CommentSubject | undefined> {
    const { dialogs, now } = this.#shared;
    const thread = await this.thread();
    if (thread === undefined) return undefined;
    await dialogs.progress(l10n.t("Reading #{0}…", String(thread.number)), () => this.#store.readThread(thread));
    const state = this.#store.thread(thread);
    if (state.thread === undefined) throw state.problem ?? new Problem("notFound");
    const { issue, comments = [] } = state.thread;
    const offered = comments.filter((comment) => !changeable || this.#store.mayChange(thread, comment));
    if (offered.length === 0) {
      await dialogs.message("info", l10n.t("{0} has no comment for this.", numbered(issue)));
      return undefined;
    }
    const choices = offered.toReversed().map((comment) => ({
      label: nameOf(comment.author),
      description: ago(comment.createdAt, now()),
      detail: firstLine(comment.body),
      value: new CommentSubject(thread, comment, issue.pull !== undefined),
    }));
    return await dialogs.pick(l10n.t("Which Comment of {0}?", `${numbered(issue)} ${issue.title}`), choices);
  }

  /** Asks which of all that is kept and not sent. */
  async draft(): Promise<DraftSubject | undefined> {
    const { dialogs, now } = this.#shared;
    const drafts = (await this.#store.drafts.list()).filter(isUnsent);
    if (drafts.length === 0) {
      await dialogs.message("info", l10n.t("There is no draft. Everything that you wrote is sent."));
      return undefined;
    }
    const choices = drafts
      .toSorted((one, other) => other.keptAt - one.keptAt)
      .map((draft) => ({
        label: `${fullName(draft.place.thread)}#${draft.place.thread.number}`,
        description: fateOf(draft, now()),
        detail: firstLine(textOf(draft)),
        value: new DraftSubject(draft.place),
      }));
    return await dialogs.pick(l10n.t("Open a Draft"), choices);
  }

  async #askRepository(): Promise<RepositoryAddress | undefined> {
    const parse = (text: string) => parseRepository(text, this.#home(), this.#store.bases())?.address;
    const typed = await this.#shared.dialogs.input({
      title: l10n.t("Add a Repository"),
      prompt: l10n.t("owner/repository at {0}, or the address of any repository", hostOf(this.#home())),
      placeholder: "owner/repository",
      faultOf: (answer) => (parse(answer) === undefined ? l10n.t("This names no repository.") : undefined),
    });
    return typed === undefined ? undefined : parse(typed);
  }

  #threadIn(text: string, bare: RepositoryAddress | undefined): ThreadAddress | undefined {
    const number = /^\s*[#!]?([1-9]\d{0,18})\s*$/.exec(text)?.[1];
    if (number !== undefined) return bare === undefined ? undefined : { ...bare, number: BigInt(number) };
    const parsed = parseRepository(text, this.#home(), this.#store.bases());
    return parsed?.number === undefined ? undefined : { ...parsed.address, number: parsed.number };
  }

  /** Where a repository is meant to be that is named without a server. */
  #home(): string {
    return this.#store.ownServer();
  }

  async #isKnown(base: string): Promise<boolean> {
    const shown = await this.#store.repositories.list();
    return this.#store.bases().includes(base) || shown.some(({ address }) => address.base === base);
  }
}
