// Lets the user revoke "Always from This Host", which allows loading images from a host without asking.
import { l10n } from "../../workbench/text/l10n.ts";
import type { Dialogs } from "../../workbench/dialogs/dialogs.ts";
import type { Images } from "./images.ts";

/** Shows the allowed hosts, and removes those that the user unchecks. */
export async function manageImageHosts(
  images: Pick<Images, "hosts" | "remove">,
  dialogs: Pick<Dialogs, "message" | "pickMany">,
): Promise<void> {
  const hosts = images.hosts();
  if (hosts.length === 0) {
    await dialogs.message("info", l10n.t("Images from other hosts load only if you allow it."));
    return;
  }
  const choices = hosts.map((host) => ({ label: host, value: host, picked: true }));
  const kept = await dialogs.pickMany(l10n.t("Always Load Images from These Hosts"), choices);
  if (kept !== undefined) await images.remove(hosts.filter((host) => !kept.includes(host)));
}
