// Kills a window at each of its operations. After a restart, each text is on the server or in a draft exactly once.
import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { getText } from "../../../src/issues/writing/drafts/draft.ts";
import type { Writing } from "../../../src/issues/writing/writing.ts";
import { machine, type Machine } from "../../unit/issues/machine.ts";
import { startForge, type Forge } from "../../unit/issues/service.ts";
import { PendingReviews } from "../../../src/issues/pulls/store/pending-reviews.ts";
import { places, type Place } from "../../../src/issues/writing/drafts/place.ts";
import { writeDocument } from "../../../src/issues/writing/drafts/draft-document.ts";
import { interceptOperations, Life, writingFolder } from "./mortal.ts";

/** Past every time that a killed window can hold up another one. */
const RESTART_AFTER_MS = 60 * 60_000;
const NAMES = ["demo", "renamed"];
const PULL = { repo: "alice/demo", issue: 5 };
const FILE = "topic-f.txt";

type Window = ReturnType<Machine["open"]>;

/** One run of a story. */
interface Run {
  readonly life: Life;
  /** The folder of everything that is written. */
  readonly folder: string;
  /** The texts that must not get lost. */
  readonly kept: Set<string>;
  /** The window that is killed. */
  readonly window: Window;
  readonly writing: Writing;
  readonly place: Place;
  /** Opens a window that isn't killed. */
  readonly open: (aheadMs?: number) => Promise<Window>;
  /** Saves a text. From then on it must not get lost. */
  readonly type: (text: string, writing?: Writing) => Promise<void>;
  readonly discard: (text: string) => Promise<void>;
  /** Starts a comment on a line of a pull request. */
  readonly note: (text: string, writing?: Writing) => Promise<Place>;
  /** Types on in such a comment. */
  readonly noteOn: (note: Place, text: string) => Promise<void>;
  /** Submits a review with the comments that are there by then. */
  readonly submit: (text: string, writing?: Writing) => Promise<Place>;
  /** Starts a pull request with this title. */
  readonly begin: (title: string) => Promise<Place>;
}

type Story = (run: Run) => Promise<void>;

let forge: Forge;

/** What other windows did before a story begins. They are not killed. */
const BEFORE: Readonly<Record<string, Story>> = {
  "recover a text that has arrived": async ({ open, place, type }) => {
    const { writing } = (await open()).services;
    await type("one", writing);
    forge.service.faults.add({ kind: "lost", method: "POST", path: "/comments$", times: 1 });
    forge.service.faults.add({ kind: "refuse", path: "", times: 3 });
    await writing.sender.send(place);
    forge.service.faults.clear();
  },
  "recover a text that has not arrived": async ({ open, place, type }) => {
    const { writing } = (await open()).services;
    await type("one", writing);
    forge.service.faults.add({ kind: "status", status: 502, method: "POST", path: "/comments$", times: 1 });
    await writing.sender.send(place);
    forge.service.faults.clear();
  },
  "take over drafts of an earlier version": async ({ folder, kept, place }) => {
    const at = { ...place, number: 1 };
    const write = async (name: string, content: object): Promise<void> => {
      await mkdir(join(folder, name, ".."), { recursive: true });
      await writeFile(join(folder, name), JSON.stringify({ form: 2, ...content }));
    };
    const sent = { account: "alice", by: "alice", after: 0, at: 1000, settled: false };
    forge.act("addComment", { repo: "alice/demo", issue: 1, by: "alice", body: "one" });
    await write("drafts/a.json", { id: "first", place: at, text: "one", keptAt: 1000, savedAt: 1000 });
    await write("attempts/first.json", { draft: "first", place: at, text: "one", ...sent });
    const away = "drafts/a.json.0123456789ab.leaving";
    await write(away, { id: "second", place: at, text: "two", keptAt: 2000, savedAt: 2000 });
    await write("repositories/second.json", { repository: 1 });
    for (const text of ["one", "two"]) kept.add(text);
  },
};

const STORIES: Readonly<Record<string, Story>> = {
  "type and post": async ({ place, type, writing }) => {
    await type("one");
    await writing.sender.send(place);
  },
  "type on while sending": async ({ life, place, type, writing }) => {
    await type("one");
    life.beforeAnswer = () => type("one, and more");
    await writing.sender.send(place);
    await type("one, and more, and even more");
    await writing.sender.send(place);
  },
  "several drafts in a row in one thread": async ({ place, type, writing }) => {
    for (const text of ["one", "two", "three"]) {
      await type(text);
      await writing.sender.send(place);
    }
  },
  "two windows": async ({ open, place, type, writing }) => {
    const { services } = await open();
    await type("one");
    await services.writing.drafts.get(place);
    await Promise.all([writing.sender.send(place), services.writing.sender.send(place)]);
    await type("two", services.writing);
    await Promise.all([services.writing.sender.send(place), writing.outbox.run()]);
  },
  "rename while sending": async ({ life, place, type, window, writing }) => {
    await type("one");
    life.beforeAnswer = async () => {
      forge.act("renameRepo", { repo: "alice/demo", name: "renamed" });
      await window.services.repositoryNames.read(place.repository).catch(() => undefined);
    };
    await writing.sender.send(place);
    await type("two");
    await writing.sender.send(place);
  },
  "discard while sending": async ({ discard, life, place, type, writing }) => {
    await type("one");
    life.beforeAnswer = () => discard("one");
    await writing.sender.send(place);
    await type("two");
    await writing.sender.send(place);
  },
  "send again after the connection was lost": async ({ place, type, writing }) => {
    await type("one");
    forge.service.faults.add({ kind: "lost", method: "POST", path: "/comments$", times: 1 });
    forge.service.faults.add({ kind: "refuse", path: "", times: 3 });
    await writing.sender.send(place);
    forge.service.faults.clear();
    await writing.outbox.run();
    await type("two");
    await writing.sender.send(place);
  },
  "recover a text that has arrived": async ({ writing }) => {
    await writing.outbox.run();
  },
  "recover a text that has not arrived": async ({ open }) => {
    const { writing } = (await open(60_000)).services;
    await writing.outbox.run();
  },
  "take over drafts of an earlier version": async ({ place, writing }) => {
    await writing.outbox.run();
    await writing.sender.send(place);
  },
};

const REVIEW_STORIES: Readonly<Record<string, Story>> = {
  "submit a review with two comments": async ({ note, submit, writing }) => {
    await note("one");
    await note("two");
    await writing.sender.send(await submit("three"));
  },
  "send one comment alone, and the other with a review": async ({ note, submit, writing }) => {
    await writing.sender.send(await note("one"));
    await note("two");
    await writing.sender.send(await submit("three"));
  },
  "type on in a comment while the review is sent": async ({ life, note, noteOn, submit, writing }) => {
    const first = await note("one");
    const review = await submit("two");
    life.beforeAnswer = () => noteOn(first, "one, and more");
    await writing.sender.send(review);
    await writing.sender.send(await submit("three"));
  },
  "submit again after the connection was lost": async ({ note, submit, writing }) => {
    await note("one");
    forge.service.faults.add({ kind: "lost", method: "POST", path: "/reviews$", times: 1 });
    const review = await submit("two");
    await writing.sender.send(review);
    await writing.outbox.run();
    await writing.sender.send(review);
  },
  "submit a review of which a failure has left a part": async ({ note, submit, writing }) => {
    await note("one");
    await note("two");
    forge.act("addReview", {
      ...PULL,
      by: "alice",
      state: "PENDING",
      notes: [{ path: FILE, line: 1, hunk: "", text: "one" }],
    });
    await writing.sender.send(await submit("three"));
  },
  "two windows with a review and one of its comments": async ({ note, open, submit, writing }) => {
    const other = (await open()).services.writing;
    const first = await note("one");
    await note("two", other);
    const review = await submit("three");
    await Promise.all([writing.sender.send(review), other.sender.send(first)]);
    await Promise.all([writing.outbox.run(), other.sender.send(review)]);
  },
};

const NEW_PULL = { from: "lamp", into: "main" };

/** Returns the document of a new pull request. */
function pullDocument(title: string, body: string): string {
  return writeDocument("newPull", { title, body }, NEW_PULL);
}

const NEW_PULL_STORIES: Readonly<Record<string, Story>> = {
  "create a pull request": async ({ begin, writing }) => {
    await writing.sender.send(await begin("one"));
  },
  "create a pull request after the connection was lost": async ({ begin, writing }) => {
    forge.service.faults.add({ kind: "lost", method: "POST", path: "/pulls$", times: 1 });
    const pull = await begin("one");
    await writing.sender.send(pull);
    await writing.outbox.run();
    await writing.sender.send(pull);
  },
};

describe("A window that is killed at each of its operations", function () {
  this.timeout(600_000);
  let restore = (): void => undefined;
  const rows: string[] = [];
  before(async () => {
    forge = await startForge("forgejo");
    restore = await interceptOperations();
  });
  after(async () => {
    restore();
    await forge.close();
    for (const row of rows) console.log(`      ${row}`);
  });

  for (const [name, story] of Object.entries({ ...STORIES, ...REVIEW_STORIES, ...NEW_PULL_STORIES })) {
    it(`neither loses nor doubles a text: ${name}`, async () => {
      const faults: string[] = [];
      let points = 0;
      for (; ; points += 1) {
        const run = await live(story, points + 1, BEFORE[name]);
        faults.push(...run.faults);
        if (!run.isKilled) break;
      }
      const count = (kind: string) => faults.filter((fault) => fault.startsWith(kind)).length;
      rows.push(`${name}: ${points} points, lost ${count("lost")}, doubled ${count("doubled")}`);
      assert.deepEqual(faults, []);
    });
  }
});

/** Runs a story in a window that is killed at this operation, and then another window until all is settled. */
async function live(story: Story, killAt: number, before: Story = () => Promise.resolve()) {
  forge.reset();
  const here = await machine();
  const folder = writingFolder(here.folder);
  const life = new Life(folder, killAt);
  const kept = new Set<string>();
  const discarded = new Set<string>();
  const place = places.newComment({ base: forge.base, owner: "alice", name: "demo", number: 1n });
  const open = async (aheadMs = 0): Promise<Window> => {
    const window = here.open(forge.base, { now: () => Date.now() + aheadMs });
    await window.signIn("alice");
    window.services.writing.outbox.start();
    return window;
  };
  forge.act("addBranch", { repo: PULL.repo, branch: NEW_PULL.from });
  const window = await open();
  const { writing } = window.services;
  const type: Run["type"] = async (text, { drafts } = writing) => {
    await drafts.save(place, text);
    kept.add(text);
  };
  const discard: Run["discard"] = async (text) => {
    discarded.add(text);
    await writing.drafts.remove(place);
  };
  const pull = { base: forge.base, owner: "alice", name: "demo", number: 5n };
  const { head } = await forge.api("alice").pulls.details(pull, 5n);
  const submitIn = async ({ drafts }: Writing, text: string): Promise<Place> => {
    const review = places.review(pull);
    const comments = (await new PendingReviews(drafts).comments(pull)).map((draft) => {
      const { anchor, id } = draft;
      return { draft: id, path: anchor.path, line: anchor.line, text: getText(draft) };
    });
    if (text !== "") await drafts.save(review, text);
    await drafts.submit(review, { verdict: "commented", commit: head.commit, published: undefined, comments });
    return review;
  };
  const note: Run["note"] = async (text, { drafts } = writing) => {
    const line = { side: "new", number: 1 } as const;
    const anchor = { path: FILE, line, commit: head.commit, hunk: "" };
    const started = await new PendingReviews(drafts).startComment(pull, anchor, text);
    kept.add(text);
    return started;
  };
  const noteOn: Run["noteOn"] = async (started, text) => {
    await writing.drafts.save(started, text);
    kept.add(text);
  };
  const submit: Run["submit"] = async (text, at = writing) => {
    const review = await submitIn(at, text);
    kept.add(text);
    return review;
  };
  const begin: Run["begin"] = async (title) => {
    const text = pullDocument(title, "Its text");
    const { place: started } = await writing.drafts.begin(places.newPull(pull), { text });
    kept.add(text);
    return started;
  };
  /** Sends a draft as its button does. */
  const press = async (at: Writing, draft: Place): Promise<void> => {
    const text = (await at.drafts.get(draft))?.text ?? "";
    await at.sender.send(draft.kind === "review" ? await submitIn(at, text) : draft);
  };
  try {
    const run: Run = { life, folder, kept, window, writing, place, open, type, discard, note, noteOn, submit, begin };
    await before(run);
    const ended = life.run(() => story(run));
    const isKilled = (await Promise.race([life.died, ended])) === "killed";
    // What other windows of the story do comes to its end.
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (isKilled) await here.releaseLocks();
    const faults = await judge(await open(RESTART_AFTER_MS), kept, discarded, press);
    const where = `${killAt}: ${life.operations.slice(-3).join(" | ").replaceAll(here.folder, "")}`;
    return { isKilled, faults: faults.map((fault) => `${fault}, killed at ${where}`) };
  } finally {
    for (const file of life.files) await file.close().catch(() => undefined);
    await here.close();
  }
}

async function judge(
  window: Window,
  kept: ReadonlySet<string>,
  discarded: ReadonlySet<string>,
  press: (writing: Writing, draft: Place) => Promise<void>,
) {
  const { writing } = window.services;
  const { drafts, outbox } = writing;
  const faults: string[] = [];
  const count = async (when: string, isLast: boolean): Promise<void> => {
    const comments = NAMES.flatMap((name) => forge.comments(1, `alice/${name}`)).map(({ body }) => body);
    const posted = [...comments, ...readReviews(), ...readNewPulls()];
    const left = (await drafts.list()).map(getText);
    for (const text of kept) {
      const onServer = posted.filter((body) => body === text).length;
      const inDrafts = left.filter((each) => each.startsWith(text)).length;
      const isContained = [...posted, ...left].some((each) => each.startsWith(text));
      const what = `"${text}" ${when}: ${onServer} on the server, ${inDrafts} in drafts`;
      if (!isContained && !discarded.has(text)) faults.push(`lost ${what}`);
      const isInLonger = left.some((each) => each !== text && each.startsWith(text));
      if (onServer > 1 || (onServer > 0 && inDrafts > 0 && !isInLonger)) faults.push(`doubled ${what}`);
      if (isLast && inDrafts > 0) faults.push(`stuck ${what}`);
    }
  };
  for (let turn = 0; turn < 3; turn += 1) await outbox.run();
  await count("after the restart", false);
  for (let turn = 0; turn < 4; turn += 1) for (const { place } of await drafts.list()) await press(writing, place);
  await count("after Post", true);
  return faults;
}

interface StoredReview {
  readonly state: string;
  readonly body: string;
  readonly comments: readonly { readonly text: string }[];
}

function isRenamed(): boolean {
  return forge.comments(1, "alice/renamed").length > 0;
}

/** Returns the documents of issues and pull requests that a story may have created. */
function readNewPulls(): readonly string[] {
  const texts = forge.act("readTexts", { repo: isRenamed() ? "alice/renamed" : PULL.repo }) as readonly {
    readonly title: string;
    readonly body: string;
  }[];
  return texts.map(({ body, title }) => pullDocument(title, body));
}

/** Returns the texts of the submitted reviews of the pull request and of their comments. */
function readReviews(): readonly string[] {
  const reviews = forge.act("readReviews", {
    ...PULL,
    repo: isRenamed() ? "alice/renamed" : PULL.repo,
  }) as readonly StoredReview[];
  return reviews
    .filter(({ state }) => state !== "PENDING")
    .flatMap(({ body, comments }) => [body].concat(comments.map(({ text }) => text)));
}
