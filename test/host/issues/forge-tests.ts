// Sets up a server of the sandbox and an empty machine for each test of a file.
import { machine, type Machine } from "../../unit/issues/machine.ts";
import { forgeService, type ForgeService } from "./service.ts";

/** Call it in a `describe`. `end` runs after each test, while its machine is still there. */
export function forgeTests(end: () => unknown = () => undefined, server?: Parameters<typeof forgeService>[0]) {
  let forge: ForgeService;
  let home: Machine;
  before(async () => {
    forge = await forgeService(server);
  });
  beforeEach(async () => {
    await forge.reset();
    home = await machine();
  });
  afterEach(async () => {
    await end();
    await home.close();
  });
  return {
    get forge() {
      return forge;
    },
    get home() {
      return home;
    },
  };
}
