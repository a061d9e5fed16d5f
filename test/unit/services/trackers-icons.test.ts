// The sandbox serves app icons like the website of εxodus.
import assert from "node:assert/strict";
import { startTrackers, type TrackersService } from "../trackers/service.ts";

const LATEST = "/reports/org.example.tramway/latest/icon/";

describe("The icons of the sandbox's εxodus server", () => {
  let trackers: TrackersService;

  before(async () => {
    trackers = await startTrackers();
    await trackers.addReport({ handle: "org.example.plain" });
  });
  after(() => trackers.close());

  const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${trackers.service.origin}${path}`, { redirect: "manual", ...init });

  it("are public PNG files, in every language", async () => {
    for (const language of ["en", "fr", "de", "es", "it", "el"]) {
      const answer = await ask(`/${language}${LATEST}`);
      assert.deepEqual([answer.status, answer.headers.get("content-type")], [200, "image/png"]);
      const bytes = Buffer.from(await answer.arrayBuffer());
      assert.equal(bytes.toString("latin1", 1, 4), "PNG");
      assert.equal(answer.headers.get("content-length"), String(bytes.length));
    }
  });

  it("are also found by the ID of an app, which is not the ID of its report", async () => {
    const key = { authorization: "Token 5ca1ab1e0ddba11f005ba11c0ffee5eafa11ac1d" };
    const list = (await (await ask("/api/applications", { headers: key })).json()) as {
      readonly applications: readonly { readonly id: number; readonly handle: string }[];
    };
    const { id } = list.applications.find(({ handle }) => handle === "org.example.tramway") ?? assert.fail();
    const [byId, byHandle] = await Promise.all([ask(`/en/reports/${id}/icon/`), ask(`/en${LATEST}`)]);
    assert.deepEqual(await byId.bytes(), await byHandle.bytes());
  });

  it("are a JPEG placeholder for an app without an icon, and a 404 page for an unknown app", async () => {
    const plain = await ask("/en/reports/org.example.plain/latest/icon/");
    assert.deepEqual([plain.status, plain.headers.get("content-type")], [200, "image/jpeg"]);
    const unknown = await ask("/en/reports/org.example.nothing/latest/icon/");
    assert.deepEqual([unknown.status, unknown.headers.get("content-type")], [404, "text/html"]);
  });

  it("redirect to a language and to a trailing slash", async () => {
    const french = await ask(LATEST, { headers: { "accept-language": "fr" } });
    assert.deepEqual([french.status, french.headers.get("location")], [302, `/fr${LATEST}`]);
    const bare = await ask(`/en${LATEST.slice(0, -1)}`);
    assert.deepEqual([bare.status, bare.headers.get("location")], [301, `/en${LATEST}`]);
    assert.equal((await ask(`/xx${LATEST}`)).status, 404);
  });
});
