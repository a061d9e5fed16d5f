// Another kind of server takes a folder with its dialect, and a line in the list of dialects.
import assert from "node:assert/strict";
import { DIALECTS } from "../../../../src/issues/api/dialects.ts";
import { json, Services } from "../../base/service.ts";
import { machine } from "../machine.ts";
import { ANSWERS } from "./answers.ts";
import { github } from "./github.ts";

describe("A third dialect", () => {
  const servers = new Services();
  afterEach(() => servers.close());

  it("shows a thread of a server with other routes, answers and events", async () => {
    const server = await servers.start(({ path }) => {
      const answer = path.startsWith("/api/v3") ? ANSWERS[path.slice("/api/v3".length)] : undefined;
      return answer === undefined ? json(404, { message: "Not Found" }) : json(200, answer);
    });
    const here = await machine(undefined, { dialects: [...DIALECTS, github] });
    const { services } = here.open(server.origin);
    const repository = { base: server.origin, owner: "octocat", name: "Hello-World" };
    const thread = { ...repository, number: 1347n };

    assert.equal(await services.discovery.findServer(`${server.origin}/octocat/Hello-World`), server.origin);
    await services.threads.read(thread);
    const { problem, thread: shown } = services.threads.at(thread);
    await here.close();

    assert.equal(problem, undefined);
    assert.equal(shown?.issue.title, "Found a bug");
    const lines = shown.items.map((item) =>
      item.kind === "comment"
        ? `${item.comment.author?.login}: ${item.comment.body}`
        : `${item.event.author?.login} ${item.event.meaning.kind}`,
    );
    assert.deepEqual(lines, [
      "octocat locked",
      "octocat: Me too",
      "octocat labeled",
      "hubot retitled",
      "hubot: +1",
      "hubot unknown",
    ]);
    assert.equal(services.servers.dialectAt(server.origin).name, "GitHub");
    assert.equal(
      await services.servers.tokenPage(server.origin, { name: "Triptych", scopes: [] }),
      `${server.origin}/settings/tokens`,
    );
  });
});
