// Turns what other wings and the editor share into the draft of a comment or issue. Nothing is sent.
import { l10n } from "../../workbench/text/l10n.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import type { SharedContent } from "../../workbench/share/shares.ts";
import { drawEmoji } from "../wording/emoji-names.ts";
import type { DraftCommands } from "../editing/draft-commands.ts";
import type { RepositoryPicker } from "../pickers/repository-picker.ts";
import type { SubjectPicker } from "../pickers/subject-picker.ts";
import { readEditorExcerpt } from "./editor-excerpt.ts";
import { formatNumber } from "../model/entities.ts";
import type { RepositoryAddress, ThreadAddress } from "../model/address.ts";
import type { Choices } from "../repositories/issue-choices.ts";
import type { KnownServers } from "../repositories/known-servers.ts";
import type { Repositories } from "../repositories/repositories.ts";

interface ShareServices {
  readonly choices: Choices;
  readonly knownServers: KnownServers;
  readonly repositories: Repositories;
}

export interface ShareReceiverDependencies {
  readonly shared: Shared;
  readonly services: ShareServices;
  readonly draftCommands: DraftCommands;
  readonly subjectPicker: SubjectPicker;
  readonly repositoryPicker: RepositoryPicker;
  /** Returns the thread whose panel has the focus. */
  readonly focused: () => ThreadAddress | undefined;
}

export class ShareReceiver {
  readonly #dependencies: ShareReceiverDependencies;

  constructor(dependencies: ShareReceiverDependencies) {
    this.#dependencies = dependencies;
  }

  async comment({ markdown }: SharedContent): Promise<void> {
    const { draftCommands, subjectPicker, focused } = this.#dependencies;
    const thread = focused() ?? (await subjectPicker.thread(l10n.t("New Comment")));
    if (thread !== undefined) await draftCommands.append(thread, markdown);
  }

  async issue({ title, markdown }: SharedContent): Promise<void> {
    const { draftCommands, repositoryPicker } = this.#dependencies;
    const repository = await repositoryPicker.pick();
    if (repository !== undefined) await draftCommands.beginIssue(repository, { title, body: markdown });
  }

  /** Shares the editor's selection: with an open issue of its repository, another issue, or a new one. */
  async selection(): Promise<void> {
    const { draftCommands, services } = this.#dependencies;
    const { knownServers, repositories } = services;
    const { home, ...parcel } = await readEditorExcerpt((remote) =>
      repositories.findKnown(remote, knownServers.bases()),
    );
    const chosen = home === undefined ? "other" : await this.#choose(home);
    if (chosen === undefined) return;
    if (chosen === "other") await this.comment(parcel);
    else if (chosen !== "new") await draftCommands.append(chosen, parcel.markdown);
    else if (home !== undefined) await draftCommands.beginIssue(home, { title: "", body: parcel.markdown });
  }

  async #choose(home: RepositoryAddress): Promise<ThreadAddress | "new" | "other" | undefined> {
    const { shared, services } = this.#dependencies;
    const issues = await shared.dialogs.progress(l10n.t("Loading open issues…"), (_report, signal) =>
      services.choices.openIssues(home, signal),
    );
    const titles = await Promise.all(issues.map(({ title }) => drawEmoji(title)));
    return await shared.dialogs.pick<ThreadAddress | "new" | "other">(l10n.t("Share Selection to Issue"), [
      { label: l10n.t("New Issue…"), value: "new" },
      { label: l10n.t("Another Issue…"), value: "other" },
      ...issues.map((issue, place) => ({
        label: `${formatNumber(issue)} ${titles[place] ?? issue.title}`,
        value: { ...home, number: issue.number },
      })),
    ]);
  }
}
