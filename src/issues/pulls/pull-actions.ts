// What a user can do with a pull request, from its panel, its row or the Command Palette.
import type { ThreadAddress } from "../model/address.ts";
import type { Services } from "../services.ts";
import { openAllChanges } from "./pull-files.ts";

export class PullActions {
  readonly #services: Pick<Services, "pulls">;

  constructor(services: Pick<Services, "pulls">) {
    this.#services = services;
  }

  async openAllChanges(address: ThreadAddress): Promise<void> {
    await openAllChanges(address, await this.#services.pulls.readFiles(address));
  }
}
