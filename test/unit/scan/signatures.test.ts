// Which names, hosts and libraries match the signature of a tracker.
import assert from "node:assert/strict";
import fc from "fast-check";
import { RE2JS } from "re2js";
import { parseCoordinate, matchLibrary } from "../../../src/scan/gradle/coordinates.ts";
import { scanFile } from "../../../src/scan/scan-file.ts";
import { alternatives, Signatures } from "../../../src/scan/signatures/signatures.ts";
import { trackerList } from "../../services/trackers/list.js";

const LIST = trackerList();
const all = new Signatures(
  [...LIST.values()].map(({ id, code_signature: code, network_signature: network }) => ({ id, code, network })),
);
const named = (matches: readonly { readonly tracker: number }[]): string[] =>
  matches.map(({ tracker }) => LIST.get(tracker)?.name ?? "").sort();

function one(signature: { readonly code?: string; readonly network?: string }): Signatures {
  return new Signatures([{ id: 1, code: signature.code, network: signature.network }]);
}

describe("Signatures of trackers", () => {
  it("are split at their bars, but not inside brackets or after a backslash", () => {
    assert.deepEqual(alternatives("io.fabric.|com.crashlytics."), ["io.fabric.", "com.crashlytics."]);
    assert.deepEqual(alternatives("a\\|b|(c|d)|[|e]"), ["a\\|b", "(c|d)", "[|e]"]);
    assert.deepEqual(alternatives("|a||"), ["a"]);
  });

  it("match whole parts of a name", () => {
    assert.deepEqual(named(all.byName("io.fabric.sdk.android.Fabric")), ["Google CrashLytics"]);
    assert.deepEqual(named(all.byName("shaded.io.fabric.sdk.Fabric")), ["Google CrashLytics"]);
    for (const other of [
      "studio.fabric.Loom",
      "com.applovingly.Note",
      "com.facebook.adsmanager.Kit",
      "io.fabricated.X",
    ])
      assert.deepEqual(all.byName(other), [], other);
    const tune = one({ code: "com.tune" });
    assert.equal(tune.byName("com.tune.Tune").length, 1);
    assert.equal(tune.byName("com.tunein.player.Radio").length, 0);
    assert.equal(tune.byName("com.tune").length, 1);
  });

  it("match a class also by names that start with its own, and by an import of its whole package", () => {
    assert.deepEqual(named(all.byName("io.radar.sdk.RadarTrackingOptions")), ["Radar"]);
    assert.deepEqual(named(all.byName("io.radar.sdk.Radarlike")), []);
    assert.deepEqual(named(all.byName("io.radar.sdk.*")), ["Radar"]);
    assert.deepEqual(named(all.byName("io.radar.*")), []);
  });

  it("that start with a dot need a character before it", () => {
    assert.deepEqual(named(all.byName("com.example.kochavaccpa.Thing")), ["Kochava"]);
    assert.deepEqual(named(all.byName("kochavaccpa.Thing")), []);
  });

  it("that end in an anchor match a name with the same end", () => {
    const anchored = one({ code: "com.example.(ads|track)$" });
    assert.equal(anchored.byName("com.example.ads").length, 1);
    assert.equal(anchored.byName("com.example.ads.Banner").length, 0);
  });

  it("of networks match a whole host or its last labels", () => {
    assert.deepEqual(named(all.byHost("batch.com")), ["Batch"]);
    assert.deepEqual(named(all.byHost("api.batch.com")), ["Batch"]);
    for (const other of ["batch.commit", "mybatch.com", "my-batch.com", "batch.com.example.org", "facebook.com"])
      assert.deepEqual(named(all.byHost(other)), [], other);
    assert.deepEqual(named(all.byHost("adservice.google.co.uk")), ["Google AdMob"]);
  });

  it("shared by several trackers are reported for each of them", () => {
    assert.deepEqual(named(all.byHost("graph.facebook.com")), ["Facebook Ads", "Facebook Analytics", "Facebook Login"]);
  });

  it("are ignored if they are as short as those that εxodus itself ignores, or match everything", () => {
    for (const code of ["NC", ".", "a.b", "", ".*", "(x)?", "ab.cd|.*"]) {
      assert.deepEqual(one({ code }).byName("com.example.anything"), [], code);
    }
    assert.equal(one({ code: "NC" }).refused.length, 0);
    assert.deepEqual(
      one({ code: "com.example|(y)*" }).refused.map(({ reason }) => reason),
      ["everything"],
    );
  });

  it("that don't compile are listed, and don't affect others", () => {
    const some = new Signatures([
      { id: 1, code: "com.example.(unclosed", network: undefined },
      { id: 2, code: "com.example.(?=ahead)", network: "good\\.example" },
      { id: 3, code: "com.other.", network: "a{5000}" },
      { id: 4, code: "x".repeat(5000), network: undefined },
    ]);
    assert.deepEqual(
      some.refused.map(({ tracker, of }) => [tracker, of]),
      [
        [1, "code"],
        [2, "code"],
        [3, "network"],
        [4, "code"],
      ],
    );
    for (const { reason } of some.refused) assert.notEqual(reason, "");
    assert.equal(some.byHost("good.example").length, 1);
    assert.equal(some.byName("com.other.Thing").length, 1);
  });

  it("match plain names exactly as the equivalent expression does", () => {
    const parts = fc.array(fc.constantFrom("com", "io", "Ab", "ads", "sdk", "x1"), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(parts, parts, fc.boolean(), (signature, name, open) => {
        const code = `${signature.join(".")}${open ? "." : ""}`;
        const subject = name.join(".");
        const expected = RE2JS.compile(`(?:^|[.])${code.replaceAll(".", "[.]")}${open ? "" : "(?:[.]|$)"}`);
        const found = one({ code }).byName(subject).length > 0;
        // Classes with the same beginning are matched more broadly, which another test covers.
        if (code.length > 3 && !code.endsWith("Ab"))
          assert.equal(found, expected.test(`${subject}.`), `${code} ${subject}`);
      }),
      { numRuns: 2000 },
    );
  });

  it("skip a file that contains none of their words, and no other file", () => {
    const mayHave = (code: string, text: string): boolean => one({ code }).prefilter?.test(text) ?? true;
    assert.ok(mayHave("com.amplitude.", "import com.amplitude.X"));
    assert.ok(mayHave(".*evil.sdk", "org.evil.sdk"));
    assert.ok(!mayHave(".*evil.sdk", "org.good.sdk"));
    assert.ok(mayHave("com.example*.Thing", "com.exampl.Thing"));
    assert.ok(mayHave("in.inmobi.", "import `in`.inmobi.X"));
    assert.ok(mayHave("io.radar.sdk.Radar", "import io.radar.sdk.*"));
    assert.ok(!mayHave("(com|org).example.thing", "com.example.other"), "what follows a group is required");
    assert.ok(!mayHave("(?i)com.example", "com.elsewhere.thing"));
    assert.ok(!mayHave("com.example.\\a.thing", "com.elsewhere.thing"));
    for (const code of [
      "[a-z]+[.]exa",
      "\\w+.sdk",
      "(?i)(a|long.enough)|com.example",
      "\\x63om.example",
      "\\pLom.example",
    ])
      assert.equal(one({ code }).prefilter, undefined, code);
    assert.ok(one({ network: "mixpanel\\.com" }).prefilter?.test("https://API.MIXPANEL.COM"));
    assert.ok(one({ network: "t\\.co" }).prefilter?.test("see http://T.CO/x"), "without two characters before the dot");
  });

  it("skip no file that has a match, whatever the signature", () => {
    const word = fc.constantFrom("com", "ab", "Sdk", "x1", "example");
    const piece = fc.oneof(
      word,
      fc.constantFrom(
        ".",
        "\\.",
        ".*",
        "+",
        "?",
        "{2}",
        "\\w",
        "\\d*",
        "\\a",
        "[a-e]",
        "[.]",
        "[)(|]",
        "^",
        "$",
        "\\(",
        "\\x61",
      ),
      fc.tuple(word, fc.constantFrom("|", "", ".", "*"), word).map(([one, sign, two]) => `(${one}${sign}${two})`),
      fc.tuple(word, word).map(([one, two]) => `(?:${one}|(${two})?)`),
    );
    const signature = fc.array(piece, { minLength: 1, maxLength: 7 }).map((pieces) => pieces.join(""));
    const text = fc.array(fc.oneof(word, fc.constantFrom(".", "a", "(", "|", "\n")), { maxLength: 9 });
    fc.assert(
      fc.property(signature, text, (code, parts) => {
        const subject = parts.join("");
        const signatures = one({ code });
        if (signatures.refused.length > 0 || signatures.byName(subject).length === 0) return;
        assert.ok(signatures.prefilter?.test(subject) !== false, `${code} in ${subject}`);
      }),
      { numRuns: 5000 },
    );
  });

  it("are found in a file, however many there are", () => {
    const many = Array.from({ length: 3000 }, (_, id) => ({ id, code: `com.vendor${id}.sdk.`, network: undefined }));
    const { prefilter = assert.fail("no prefilter") } = new Signatures(many);
    const text = "val field = java.util.Collections.emptyMap() // of com.ven.sdk\n".repeat(100);
    assert.ok(!prefilter.test(text));
    assert.ok(prefilter.test(`${text}import COM.Vendor2999.sdk.Tool`));
  });

  it("built for catastrophic backtracking do no harm", () => {
    const evil = new Signatures([
      { id: 1, code: "(a+)+\\$", network: "(x*)*y(z*)*\\.example" },
      { id: 2, code: ".*.*.*.*=.*", network: "([a-z]+)*\\.([a-z]+)*\\.q" },
      { id: 3, code: "(com\\.)*(com\\.)*(com\\.)*end", network: undefined },
      { id: 4, code: ".*evil.sdk", network: undefined },
    ]);
    const long = "a".repeat(200_000);
    const source = [
      `package ${"com.".repeat(60)}example`,
      `import ${"a".repeat(280)}.${"a".repeat(10)};`,
      ...Array.from({ length: 2000 }, (_, place) => `import com.com.com.com.x${place}.${"a".repeat(200)}b;`),
      `val a = "${long}" + "https://${"x".repeat(60)}.${"x".repeat(60)}.examples/${long}" + "${"a.".repeat(50_000)}"`,
      `import org.evil.sdk.Thing`,
    ].join("\n");
    const facts = scanFile("a/B.kt", source, evil);
    assert.deepEqual(
      facts.hits.map(({ text }) => text),
      ["org.evil.sdk.Thing"],
    );
  });

  it("know libraries whose coordinates differ from package names", () => {
    const of = (text: string): string[] =>
      named(matchLibrary(parseCoordinate(text) ?? assert.fail(`no coordinate: ${text}`), all));
    assert.deepEqual(of("com.google.firebase:firebase-analytics:22.0.0"), ["Google Firebase Analytics"]);
    assert.deepEqual(of("com.google.firebase:firebase-crashlytics-ktx"), ["Google CrashLytics"]);
    assert.deepEqual(of("com.google.android.gms:play-services-ads:23.0.0"), ["Google AdMob"]);
    assert.deepEqual(of("com.google.android.gms:play-services-analytics:18.0.2"), ["Google Analytics"]);
    assert.deepEqual(of("com.facebook.android:facebook-login:17.0.0@aar"), ["Facebook Login"]);
    assert.deepEqual(of("com.chartboost:chartboost-sdk:9.7.0"), ["ChartBoost"]);
    assert.deepEqual(of("io.radar:sdk:3.12.0"), ["Radar"]);
    assert.deepEqual(of("com.google.firebase:firebase-bom:33.1.0"), []);
    assert.deepEqual(of("com.google.firebase:firebase-messaging"), []);
    assert.deepEqual(of("androidx.core:core-ktx:1.13.1"), []);
  });
});
