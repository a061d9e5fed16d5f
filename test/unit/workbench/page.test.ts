// The HTML of a panel, with the policy that keeps everything foreign out.
import assert from "node:assert/strict";
import { html } from "../../../src/workbench/panels/html-template.ts";
import { translateKit } from "../../../src/workbench/text/kit-strings.ts";
import { renderPage } from "../../../src/workbench/panels/page-html.ts";

const page = (title: string, subject: unknown = { id: 7 }): string =>
  renderPage({
    title,
    body: html`<h1>${title}</h1>`,
    script: "https://local/report.js",
    styles: ["https://local/kit.css", "https://local/report.css"],
    setup: { subject, heartbeatMs: 5000 },
    strings: translateKit({ t: (sentence) => `“${sentence}”` }),
    timeZone: "UTC",
    language: "en",
    source: "https://local",
    nonce: "bm9uY2U=",
  });

/** The policy's rule for one kind of resource. */
function rule(text: string, directive: string): string | undefined {
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(text)?.[1]?.replaceAll("&#39;", "'");
  return policy
    ?.split("; ")
    .find((each) => each.startsWith(`${directive} `))
    ?.slice(directive.length + 1);
}

describe("The HTML of a panel", () => {
  it("shows a name that would reverse text in visible form, and passes it to the script unchanged", () => {
    const text = page("Tram\u202eyaw\nNo trackers", { name: "Tram\u202eyaw" });
    assert.match(text, /<h1>Tram\[U\+202E\]yaw No trackers<\/h1>/);
    assert.match(text, /<title>Tram\[U\+202E\]yaw No trackers<\/title>/);
    assert.match(text, /<meta name="triptych" content="[^"]*Tram\u202eyaw/);
  });

  it("allows only named sources, and scripts and styles only by their nonce", () => {
    const text = page("Tramway");
    assert.equal(rule(text, "default-src"), "'none'");
    assert.equal(rule(text, "script-src"), "'nonce-bm9uY2U='");
    assert.equal(rule(text, "style-src"), "'nonce-bm9uY2U='");
    assert.equal(rule(text, "base-uri"), "'none'");
    assert.equal(rule(text, "form-action"), "'none'");
  });

  it("allows no remote image", () => {
    assert.equal(rule(page("Tramway"), "img-src"), "https://local data:");
  });

  it("shows hostile text as text", () => {
    const text = page(`</title><script>alert(1)</script>"'`, { name: `"><img src=x onerror=alert(1)>` });
    assert.equal(text.match(/<script/g)?.length, 1);
    assert.doesNotMatch(text, /<img/);
  });

  it("includes its subject unchanged", () => {
    const subject = { owner: `a"b`, name: "<c>" };
    const content = /name="triptych" content="([^"]*)"/.exec(page("Tramway", subject))?.[1] ?? "";
    const plain = content.replace(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)));
    assert.deepEqual(JSON.parse(plain), { subject, heartbeatMs: 5000 });
  });

  it("includes the strings of its parts in the user's language", () => {
    const content = /name="triptych-strings" content="([^"]*)"/.exec(page("Tramway"))?.[1] ?? "";
    assert.match(content, /&#34;copy&#34;:&#34;“Copy”&#34;/);
    assert.match(content, /“Selected \{0\} – \{1\}”/);
  });

  it("escapes text, and inserts only HTML as HTML", () => {
    const inner = html`<b>${"<i>"}</b>`;
    assert.equal(html`<p>${[inner, "&", 5, undefined]}</p>`.text, "<p><b>&#60;i&#62;</b>&#38;5</p>");
  });
});
