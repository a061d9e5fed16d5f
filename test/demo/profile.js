// The initial state of the demo's browser page: an account and an API key, stored like VS Code stores them.
import { createCipheriv, randomBytes } from "node:crypto";
import { KEYS } from "../services/trackers/access.js";
import { demoToken } from "../services/issues/seed/writer.js";

const EXTENSION_ID = "triptych.triptych";
const ACCOUNT_PREFIX = "triptych.account:";
const ACCOUNT_INDEX = "triptych.accounts";
/** The signed-in user, a member of the demo's projects. */
export const LOGIN = "nadia";

/**
 * Returns a page that stores the accounts in the browser and then opens the workbench. They are stored only once per
 * run, so that someone who signs out and opens the URL again stays signed out.
 * @param {{ origins: Record<string, string>, key: Buffer, run: string, next: string }} options `key` is the server's half
 *   of the key that encrypts secrets; `next` is the workbench's URL
 */
export function profilePage({ origins, key, run, next }) {
  const entries = [
    entry({ service: "issues", url: origins["forgejo"] ?? "", id: LOGIN, scheme: "token", value: demoToken(LOGIN) }),
    entry({ service: "trackers", url: origins["trackers"] ?? "", id: "key", scheme: "Token", value: KEYS.good }),
  ];
  const secrets = Object.fromEntries(
    entries.map(({ account, ...secret }) => [
      JSON.stringify({
        extensionId: EXTENSION_ID,
        key: ACCOUNT_PREFIX + JSON.stringify([account.service, account.base, account.id]),
      }),
      JSON.stringify({ account, ...secret }),
    ]),
  );
  const stored = {
    run,
    next,
    secrets: encrypt(JSON.stringify(secrets), key),
    extension: EXTENSION_ID,
    state: JSON.stringify({ [ACCOUNT_INDEX]: entries.map(({ account }) => account) }),
  };
  // "</script>" would end the script.
  const json = JSON.stringify(stored).replaceAll("<", "\\u003c");
  return `<!doctype html><meta charset="utf-8"><title>Triptych</title><script>(${store.toString()})(${json})</script>`;
}

/** @param {{ service: string, url: string, id: string, scheme: string, value: string }} options */
function entry({ service, url, id, scheme, value }) {
  const { origin, host } = new URL(url);
  const name = service === "issues" ? id : host;
  return { form: 1, account: { service, origin, id, name, base: origin }, scheme, value };
}

/**
 * Encrypts like the workbench: AES-GCM with a key that combines the server's half and a random half. The result is the
 * random half, the nonce, the ciphertext and the tag.
 * @param {string} text @param {Buffer} serverKey
 */
function encrypt(text, serverKey) {
  const [clientKey, nonce] = [randomBytes(serverKey.length), randomBytes(12)];
  const cipher = createCipheriv(
    "aes-256-gcm",
    Buffer.from(clientKey.map((byte, at) => byte ^ (serverKey[at] ?? 0))),
    nonce,
  );
  const ciphertext = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([clientKey, nonce, ciphertext, cipher.getAuthTag()]).toString("base64");
}

/**
 * Stores the state and opens the workbench. Runs in the browser.
 * @param {{ run: string, next: string, secrets: string, extension: string, state: string }} stored
 */
function store({ run, next, secrets, extension, state }) {
  if (localStorage.getItem("triptych.demo") === run) {
    location.replace(next);
    return;
  }
  const opening = indexedDB.open("vscode-web-state-db-global");
  opening.addEventListener("upgradeneeded", () => opening.result.createObjectStore("ItemTable"));
  opening.addEventListener("success", () => {
    const transaction = opening.result.transaction("ItemTable", "readwrite");
    transaction.objectStore("ItemTable").put(state, extension);
    transaction.addEventListener("complete", () => {
      opening.result.close();
      localStorage.setItem("secrets.provider", secrets);
      localStorage.setItem("triptych.demo", run);
      location.replace(next);
    });
  });
}
