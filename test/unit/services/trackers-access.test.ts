// The sandbox's εxodus checks keys, languages and paths like the real one.
import assert from "node:assert/strict";
import { ACCOUNTS, KEYS } from "../../services/trackers/access.js";
import { KEY, TRAMWAY, trackersForTests } from "./trackers-sandbox.ts";

describe("The sandbox's εxodus server", () => {
  const { ask, read } = trackersForTests();

  describe("with its keys", () => {
    it("serves the public routes without a key and with any invalid one", async () => {
      for (const headers of [{}, { authorization: "Token wrong" }, { authorization: `Token ${KEYS.inactive}` }]) {
        assert.equal((await ask("/api/trackers", headers)).status, 200);
        assert.equal((await ask(`${TRAMWAY}/latest`, headers)).status, 200);
        const search = JSON.stringify({ type: "application", query: "Tramway", limit: 2 });
        assert.equal((await ask("/api/search", headers, "POST", search)).status, 200);
        assert.equal((await ask("/api/trackers/count", headers)).status, 401);
      }
    });

    it("returns errors in the user's language", async () => {
      const detail = async (language: string): Promise<unknown> =>
        JSON.parse((await ask("/api/reports/count", { "accept-language": language })).body).detail;
      assert.equal(await detail("fr-FR,fr;q=0.9,en;q=0.8"), "Informations d'authentification non fournies.");
      assert.equal(await detail("de"), "Anmeldedaten fehlen.");
      assert.equal(await detail("es-AR"), "Las credenciales de autenticación no se proveyeron.");
      assert.equal(await detail("zz, it;q=0.2"), "Non sono state immesse le credenziali di autenticazione.");
      assert.equal(await detail("it;q=0.5, el"), "Δεν δόθηκαν διαπιστευτήρια.");
      assert.equal(await detail("de;q=0"), "Anmeldedaten fehlen.");
      assert.equal(await detail("*, fr"), "Authentication credentials were not provided.");
      assert.equal(await detail("fr;q=much"), "Authentication credentials were not provided.");
      assert.equal(await detail("en;q=0.9, fr;q=0.1"), "Authentication credentials were not provided.");
      assert.equal(await detail("ja"), "Authentication credentials were not provided.");
    });

    it("returns errors as a page to clients that request one, but successes as JSON", async () => {
      const page = { accept: "text/html" };
      assert.match((await ask("/api/trackers/count", page)).headers["content-type"] ?? "", /^text\/html/);
      assert.equal((await ask("/api/trackers/count", { ...page, ...KEY })).headers["content-type"], "application/json");
      const missing = await ask("/api/report/99999999/", { ...page, ...KEY });
      assert.deepEqual([missing.status, missing.headers["content-type"]], [404, "text/html; charset=utf-8"]);
      const both = { accept: "application/json, text/plain, */*" };
      assert.equal((await ask("/api/trackers/count", both)).headers["content-type"], "application/json");
    });

    it("returns the language of a response, and the headers that it depends on", async () => {
      for (const [path, vary] of [
        ["/api/trackers", "Accept, Accept-Language"],
        ["/api/trackers/count", "Accept, Accept-Language"],
        ["/api/get_auth_token/", "Accept-Language"],
        ["/api/nothing", "Accept-Language"],
        ["/api/report/8", "Accept-Language"],
      ] as const) {
        const { headers } = await ask(path, { "accept-language": "it" });
        assert.deepEqual([headers["content-language"], headers["vary"]], ["it", vary], path);
      }
      const page = await ask("/api/trackers/count", { accept: "text/html" });
      assert.equal(page.headers["vary"], "Accept, Cookie, Accept-Language");
    });

    it("redirects from its root to pages in the user's language", async () => {
      for (const [target, language, location] of [
        ["/", "el", "/el/"],
        ["/?a=1", "ja", "/en/?a=1"],
      ] as const) {
        const { status, headers } = await ask(target, { "accept-language": language });
        assert.deepEqual([status, headers["location"]], [302, location]);
      }
      assert.equal((await ask("/en/")).status, 200);
      assert.equal((await ask("/en")).status, 301);
    });

    it("prefers `format=` to the Accept header: a supported one, none at all, or a 404", async () => {
      const form = async (target: string, accept = "*/*") => {
        const { status, headers } = await ask(target, { accept });
        return [status, headers["content-type"]?.split(";")[0]];
      };
      const count = "/api/trackers/count";
      assert.deepEqual(await form(`${count}?format=json`), [401, "application/json"]);
      assert.deepEqual(await form(`${count}?format=api`), [401, "text/html"]);
      assert.deepEqual(await form(`${count}?format=json&format=api`), [401, "text/html"]);
      assert.deepEqual(await form(`${count}?format=`, "text/html"), [401, "text/html"]);
      assert.deepEqual(await form(`${count}?format=xml`, "text/html"), [404, "application/json"]);
      assert.deepEqual(await form("/api/trackers?format=JSON"), [404, "application/json"]);
      assert.deepEqual(await form("/api/trackers?format=json", "text/html"), [406, "application/json"]);
      assert.deepEqual(await form("/api/trackers?format=api", "text/html"), [200, "application/json"]);
      assert.deepEqual(await form("/api/get_auth_token/?format=api"), [404, "application/json"]);
    });

    it("requires the key for OPTIONS on the routes that need one, and rejects HEAD everywhere", async () => {
      assert.equal((await ask("/api/trackers/count", {}, "OPTIONS")).status, 401);
      assert.equal((await ask("/api/trackers/count", KEY, "OPTIONS")).status, 200);
      for (const path of ["/api/trackers", `${TRAMWAY}/latest`, "/api/search", "/api/get_auth_token/"]) {
        const { status, body } = await ask(path, {}, "OPTIONS");
        assert.deepEqual([status, JSON.parse(body).description], [200, ""], path);
      }
      const page = await ask("/api/trackers", { accept: "text/html" }, "OPTIONS");
      assert.deepEqual([page.status, page.headers["content-type"]], [200, "text/html; charset=utf-8"]);
      for (const path of ["/api/trackers", "/api/applications", TRAMWAY]) {
        assert.equal((await ask(path, KEY, "HEAD")).status, 405);
      }
    });

    it("returns files only to administrators", async () => {
      assert.equal((await ask("/api/apk/8/")).status, 401);
      assert.equal((await ask("/api/apk/8/", KEY)).status, 403);
      assert.equal((await ask("/api/apk/8/", { authorization: `Token ${KEYS.admin}` })).status, 200);
    });

    it("returns a key for a name and a password", async () => {
      const [account] = ACCOUNTS;
      const json = { "content-type": "application/json" };
      const login = (fields: unknown) => ask("/api/get_auth_token/", json, "POST", JSON.stringify(fields));
      assert.deepEqual(JSON.parse((await login(account)).body), { token: KEYS.good });
      assert.deepEqual(JSON.parse((await login({ username: "ines", password: "x" })).body), {
        non_field_errors: ["Unable to log in with provided credentials."],
      });
      assert.equal((await login({})).status, 400);
      assert.equal((await ask("/api/get_auth_token", json, "POST", "{}")).status, 301);
    });
  });

  describe("with its URLs", () => {
    it("requires a trailing slash in some, and none in others", async () => {
      for (const path of ["/api/trackers/", "/api/applications/", `${TRAMWAY}/`, "/api/report/8/details/"]) {
        const { status, headers } = await ask(path, KEY);
        assert.deepEqual([status, headers["content-type"]], [404, "text/html"], path);
      }
      for (const path of ["/api/report/8", "/api/apk/8"]) {
        const { status, headers } = await ask(`${path}?a=1`, KEY);
        assert.deepEqual([status, headers["location"]], [301, `${path}/?a=1`]);
      }
    });

    it("treats an encoded slash as a slash, and fails on a null character", async () => {
      assert.equal((await ask("/api/search/a%2Fb", KEY)).status, 404);
      assert.equal((await ask("/api/search/a%00b", KEY)).status, 500);
      assert.deepEqual(await read("/api/search/%E6%97%A5%20x"), {});
    });

    it("rejects a request line that is too long, with a page", async () => {
      for (const [length, status] of [
        [5000, 400],
        [9000, 414],
      ] as const) {
        const answer = await ask(`/api/search/${"a".repeat(length)}`, KEY);
        assert.deepEqual([answer.status, answer.headers["content-type"]], [status, "text/html"]);
      }
    });
  });
});
