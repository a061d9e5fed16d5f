// Problems, notices, counts and times as users read them.
import assert from "node:assert/strict";
import { asProblem, Problem, type ProblemKind } from "../../../src/base/problem.ts";
import { createNotifier } from "../../../src/workbench/dialogs/notices.ts";
import { ProblemNotifier, describeProblem } from "../../../src/workbench/problems.ts";
import { format } from "../../../src/workbench/text/format.ts";
import { l10n } from "../../../src/workbench/text/l10n.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { linesLog } from "../../unit/workbench/lines.ts";

const NOW = new Date(2026, 10, 21, 14, 12, 7).getTime();

const KINDS = {
  offline: true,
  timeout: true,
  unauthorized: true,
  forbidden: true,
  notFound: true,
  invalid: true,
  locked: true,
  archived: true,
  conflict: true,
  rateLimited: true,
  server: true,
  malformed: true,
  tooLarge: true,
  insecure: true,
  canceled: true,
  redirected: true,
  forbiddenServer: true,
  unexpected: true,
} as const satisfies Record<ProblemKind, true>;

const kinds = Object.keys(KINDS) as ProblemKind[];

describe("The text of a problem", () => {
  it("has its own sentence and short form for each kind", () => {
    const all = kinds.map((kind) => describeProblem(new Problem(kind, { origin: "https://codeberg.org" }), NOW));
    assert.equal(new Set(all.map(({ short }) => short)).size, kinds.length);
    assert.equal(new Set(all.map(({ sentence }) => sentence)).size, kinds.length);
    for (const { short, sentence } of all) {
      assert.ok(short.length > 0 && short.length <= 16, short);
      assert.match(sentence, /^[A-Z].*\.$|^codeberg\.org .*\.$/);
      assert.doesNotMatch(sentence, /please|oops|!|successful|undefined|\{\d\}/i);
    }
  });

  it("names the host and the status, and leaves no gap if they are unknown", () => {
    const server = new Problem("server", { origin: "https://codeberg.org", status: 502 });
    assert.match(describeProblem(server, NOW).sentence, /codeberg\.org reported an error \(status 502\)/);
    for (const kind of kinds)
      assert.doesNotMatch(describeProblem(new Problem(kind), NOW).sentence, /undefined|\{\d\}| {2}/);
  });

  it("doesn't blame a server if Triptych itself rejected a command", () => {
    const why = "Select some lines first.";
    assert.equal(describeProblem(new Problem("invalid", { detail: why }), NOW).sentence, why);
    assert.match(describeProblem(new Problem("invalid"), NOW).sentence, /^Select an item first\./);
    const refused = new Problem("invalid", { origin: "https://codeberg.org", detail: "no such label" });
    assert.equal(describeProblem(refused, NOW).sentence, "codeberg.org rejected the request. Reason: no such label");
  });

  it("says whether the request or the response was too large", () => {
    const place = { origin: "https://codeberg.org" };
    assert.match(
      describeProblem(new Problem("tooLarge", { ...place, status: 413 }), NOW).sentence,
      /Too large for codeberg\.org, or your storage quota/,
    );
    assert.match(
      describeProblem(new Problem("tooLarge", { ...place, status: 200 }), NOW).sentence,
      /^The response from/,
    );
  });

  it("shows a status that has no sentence of its own", () => {
    for (const status of [414, 418, 431]) {
      const problem = new Problem("unexpected", { origin: "https://codeberg.org", status, detail: "short and stout" });
      assert.match(
        describeProblem(problem, NOW).sentence,
        new RegExp(`^codeberg\\.org responded with status ${status}\\..*short and stout`),
      );
      assert.equal(describeProblem(problem, NOW).short, `Status ${status}`);
    }
  });

  it("says that the proxy requires a sign-in, and which setting to check", () => {
    const { sentence, short } = describeProblem(
      new Problem("unexpected", { origin: "https://codeberg.org", status: 407, detail: "Denied" }),
      NOW,
    );
    assert.deepEqual(
      [short, sentence],
      ["Proxy sign-in", "Your proxy requires a sign-in. Check the setting http.proxy and try again."],
    );
  });

  it("names a full disk and a folder that can't be written", () => {
    const failed = (code: string) =>
      describeProblem(asProblem(Object.assign(new Error(`${code}: no`), { code })), NOW).short;
    assert.deepEqual(["ENOSPC", "EDQUOT", "EROFS", "EACCES"].map(failed), [
      "Disk full",
      "Disk full",
      "Can't write",
      "Can't write",
    ]);
    assert.equal(failed("EISDIR"), "Failed");
  });

  it("mentions an account only if one is signed in", () => {
    for (const kind of ["forbidden", "notFound"] as const) {
      const place = { origin: "https://codeberg.org" };
      assert.match(describeProblem(new Problem(kind, { ...place, signedIn: true }), NOW).sentence, /your account/);
      assert.doesNotMatch(describeProblem(new Problem(kind, place), NOW).sentence, /account/);
    }
  });

  it("names the likely causes of a web page in place of data", () => {
    const origin = "https://codeberg.org";
    assert.equal(
      describeProblem(new Problem("malformed", { origin, webPage: true }), NOW).sentence,
      "codeberg.org sent a web page instead of data. Check your network's sign-in page, your proxy or the URL.",
    );
    assert.match(describeProblem(new Problem("malformed", { origin }), NOW).sentence, /See the log/);
  });

  it("distinguishes an untrusted certificate from other insecure connections", () => {
    const place = { origin: "https://forge.example" };
    for (const [code, short, sentence] of [
      [
        "DEPTH_ZERO_SELF_SIGNED_CERT",
        "Not trusted",
        /^The certificate of forge\.example can't be trusted \(DEPTH_ZERO/,
      ],
      ["ERR_TLS_CERT_ALTNAME_INVALID", "Not trusted", /^The certificate of forge\.example can't be trusted/],
      ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "Not trusted", /add its authority to your system's certificates\.$/],
      ["EPROTO", "Not secure", /^Could not make a secure connection to forge\.example \(EPROTO\)\./],
      ["ERR_SSL_WRONG_VERSION_NUMBER", "Not secure", /Check the URL and your proxy\.$/],
    ] as const) {
      const text = describeProblem(new Problem("insecure", { ...place, code }), NOW);
      assert.equal(text.short, short);
      assert.match(text.sentence, sentence);
    }
    assert.match(describeProblem(new Problem("insecure", place), NOW).sentence, /does not use HTTPS/);
  });

  it("says to the second when to try again", () => {
    const problem = new Problem("rateLimited", { origin: "https://codeberg.org", retryAt: NOW + 30_000 });
    assert.match(describeProblem(problem, NOW).sentence, /^Rate limited by .* Try again at \d\d:\d\d:\d\d\.$/);
  });

  it("says so if a write may or may not have taken effect", () => {
    assert.match(
      describeProblem(new Problem("timeout", { wrote: "unknown" }), NOW).sentence,
      /may or may not have been saved/,
    );
    assert.doesNotMatch(describeProblem(new Problem("timeout", { wrote: "no" }), NOW).sentence, /arrived/);
  });

  it("is shown with its available remedies, and runs the selected one", async () => {
    const dialogs = new ScriptedDialogs("Retry");
    const { log, lines } = linesLog();
    let retried = 0;
    new ProblemNotifier(dialogs, log, () => NOW).notify(new Problem("offline"), { retry: () => void (retried += 1) });
    await Promise.resolve();
    assert.equal(retried, 1);
    assert.match(dialogs.shown[0] ?? "", /^Could not reach .*\[Retry\]$/);
    assert.equal(lines.length, 1);
  });
});

describe("A notice", () => {
  it("is shown once, however often it occurs", () => {
    const dialogs = new ScriptedDialogs();
    const notify = createNotifier(dialogs, linesLog().log, () => undefined);
    for (let time = 0; time < 3; time += 1)
      notify({ about: "setting", id: "triptych.issues.url", fault: "notAddress" });
    // After a crash, many files may be damaged.
    for (const key of ["trackers", "apps"]) notify({ about: "cache", key, aside: `/somewhere/${key}` });
    assert.equal(dialogs.shown.length, 2);
    assert.match(dialogs.shown[0] ?? "", /triptych\.issues\.url.*\[Open Settings\]/);
    assert.match(dialogs.shown[1] ?? "", /moved it aside.*\[Show Log\]/);
  });
});

describe("A sentence with a count", () => {
  it("uses the plural form and the number format of the user's language", () => {
    const comments = (count: number | bigint): string =>
      l10n.plural(count, "{0} comment by {1}", "{0} comments by {1}", "jun\u202e");
    assert.equal(comments(1), "1 comment by jun[U+202E]");
    assert.equal(comments(0), "0 comments by jun[U+202E]");
    assert.equal(comments(12_000n), "12,000 comments by jun[U+202E]");
  });
});

describe("Times and numbers", () => {
  it("are short for rows", () => {
    const minute = 60_000;
    const ages = [0, 59, 60, 4 * 60, 60 * 60, 23.9 * 3600, 24 * 3600, 29 * 86400].map((s) =>
      format.age(NOW - s * 1000, NOW),
    );
    assert.deepEqual(ages, ["now", "now", "1 min", "4 min", "1 hr", "23 hr", "1 day", "29 days"]);
    assert.match(format.age(NOW - 40 * 1440 * minute, NOW), /Oct/);
    assert.match(format.age(new Date(2024, 1, 16).getTime(), NOW), /2024/);
    assert.equal(format.age(NOW + 5 * minute, NOW), "now");
  });

  it("are exact for tooltips", () => {
    assert.match(format.exactTime(NOW), /(21 November|November 21,) 2026.*(14:12:07|2:12:07)/);
  });

  describe("in a time zone with an odd offset", () => {
    const { TZ } = process.env;
    before(() => {
      process.env["TZ"] = "Asia/Kathmandu";
    });
    after(() => {
      if (TZ === undefined) delete process.env["TZ"];
      else process.env["TZ"] = TZ;
      format.useTimeZone("local");
    });

    const at = Date.UTC(2026, 11, 31, 18, 20, 7);
    const now = Date.UTC(2026, 11, 31, 18, 0);
    const words = (): readonly string[] => [
      format.exactTime(at),
      format.dayAndTime(at),
      format.clockTime(at, now),
      format.clock(at, "seconds"),
      format.shortDay(at, now),
      format.zoneName(at),
      format.timeZone,
    ];

    it("are local", () => {
      format.useTimeZone("local");
      assert.deepEqual(words(), [
        "1 January 2027 at 00:05:07 GMT+5:45",
        "1 January 2027, 00:05",
        "1 Jan, 00:05",
        "00:05:07",
        "1 Jan 27",
        "GMT+5:45",
        Intl.DateTimeFormat().resolvedOptions().timeZone,
      ]);
    });

    it("are in UTC if the setting says so", () => {
      format.useTimeZone("utc");
      assert.deepEqual(words(), [
        "31 December 2026 at 18:20:07 UTC",
        "31 December 2026, 18:20",
        "18:20",
        "18:20:07",
        "31 Dec",
        "UTC",
        "UTC",
      ]);
    });

    it("leave a date without a time as it is", () => {
      for (const zone of ["local", "utc"] as const) {
        format.useTimeZone(zone);
        assert.equal(format.plainDate("2026-12-31", "long"), "31 December 2026");
        assert.equal(format.plainDate("soon", "medium"), "soon");
      }
    });
  });

  it("say how long until something happens", () => {
    assert.deepEqual(
      [format.until(NOW + 40_000, NOW), format.until(NOW + 200_000, NOW), format.until(NOW - 1, NOW)],
      ["40 sec", "4 min", "0 sec"],
    );
  });

  it("keep every digit of a long number", () => {
    assert.equal(format.count(9_223_372_036_847_275_807n), "9,223,372,036,847,275,807");
  });
});
