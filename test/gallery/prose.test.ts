// Markdown from unknown authors in a real browser: what it shows, and that it runs and requests nothing.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { focused, lastEvent, useGallery } from "./hooks.ts";

/** Draws a text like a comment, and returns the HTML in the part's shadow root. */
async function draw(page: Page, text: string, base = ""): Promise<string> {
  return page.evaluate(
    async ([markdown, address]) => {
      const prose = document.createElement("triptych-prose");
      Object.assign(prose, { text: markdown, base: address });
      document.querySelector("main")?.append(prose);
      await (prose as HTMLElement & { readonly updateComplete: Promise<boolean> }).updateComplete;
      return (prose.shadowRoot?.querySelector(".prose")?.innerHTML ?? "").replace(/<!--.*?-->/gs, "").trim();
    },
    [text, base] as const,
  );
}

const hostile = [
  "<img src=https://evil.example/a.png onerror=alert(1)>",
  "<script>alert(1)</script>",
  "<svg onload=alert(1)><use href=https://evil.example/x.svg#a></svg>",
  "![a](https://evil.example/a.png)",
  "![a](data:text/html,<script>alert(1)</script>)",
  "![a](//evil.example/a.png)",
  '![a"><script>alert(1)</script>](https://evil.example/a.png "onload=alert(1)")',
  "[a](javascript:alert(1))",
  "[a](JaVaScRiPt&#58;alert(1))",
  "[a](vbscript:x) [b](data:text/html,x) [c](command:workbench.action.quit) [d](file:///etc/passwd) [e](vscode://x) [f](ftp://evil.example/x) [g](tel:123)",
  "<https://ok.example/> <javascript:alert(1)>",
  '```"><script>alert(1)</script>\n</pre><img src=https://evil.example/b.png>\n```',
  "| a | b |\n|--:|:-:|\n| <b onclick=alert(1)>x</b> | ![i](https://evil.example/c.png) |",
  "- [ ] <input onfocus=alert(1) autofocus>\n- [x] ![i](https://evil.example/d.png)",
  "[x]: https://evil.example/e.png\n![y][x]",
  "<style>@import url(https://evil.example/f.css)</style><link rel=stylesheet href=https://evil.example/f.css>",
  "<triptych-code>x</triptych-code><form action=https://evil.example><button>go</button></form>",
];

describe("text from strangers", () => {
  const open = useGallery("thread");

  it("decodes HTML entities, and leaves unknown ones", async () => {
    const { page } = await open();
    const names = [
      "&amp;",
      "&lt;",
      "&eacute;",
      "&copy;",
      "&ngE;",
      "&semi;",
      "&Aacute;&amp;lt;",
      "&CounterClockwiseContourIntegral;",
    ];
    const unknown = ["&lanternish;", "&copyright;", "&notit;", "&amp", "&;"];
    const text = [...names, ...unknown].map((each) => `|${each}|`).join(" ");
    const expected = ["&", "<", "é", "©", "≧̸", ";", "Á&lt;", "∳", ...unknown].map((each) => `|${each}|`).join(" ");
    await draw(page, text);
    const shown = await page.evaluate(
      () =>
        document.querySelector("main > triptych-prose:last-child")?.shadowRoot?.querySelector(".prose")?.textContent,
    );
    assert.equal(shown?.trim(), expected);
    assert.match(await draw(page, "a&Tab;&nbsp;b"), /a\t&nbsp;b/);
  });

  it("shows a quote that starts with its kind as an alert, as the servers do", async () => {
    const { page } = await open();
    const icon = (name: string, tone: string, mark: string) =>
      `<triptych-icon name="${name}" class="${tone}" aria-hidden="true">${mark}</triptych-icon>`;
    assert.equal(
      await draw(page, "> [!NOTE]\n> Low *water*\n>\n> More"),
      `<blockquote class="news"><p class="kind">${icon("info", "news", "\uea74")}Note</p>\n<p>\nLow <em>water</em></p>\n<p>More</p>\n</blockquote>`,
    );
    for (const kind of ["tip", "IMPORTANT", "warning", "Caution"])
      assert.match(
        await draw(page, `> [!${kind}]\n> Words`),
        new RegExp(`<blockquote class="\\w+"><p class="kind">.*</triptych-icon>${kind}</p>`, "i"),
      );
    assert.match(await draw(page, "> [!TIP]\n>\n> - one"), /Tip<\/p>\s*<ul>/);
    for (const text of ["> [!NOTE] Words", "> [!HINT]\n> Words", "[!NOTE]\nWords", "> Words\n> [!NOTE]"])
      assert.doesNotMatch(await draw(page, text), /class=/, text);
  });

  it("runs nothing, requests nothing and links only to the web", async () => {
    const { page, foreignRequests, consoleErrors } = await open();
    const before = consoleErrors.length;
    for (const text of hostile) await draw(page, text, "https://codeberg.org/lantern/almanac/");
    const found = await page.evaluate(() => {
      const all: Element[] = [];
      const walk = (root: ParentNode) => {
        for (const element of root.querySelectorAll("*")) {
          all.push(element);
          if (element.shadowRoot !== null) walk(element.shadowRoot);
        }
      };
      for (const prose of document.querySelectorAll("main > triptych-prose"))
        if (prose.shadowRoot) walk(prose.shadowRoot);
      const found = all.filter((element) =>
        element.matches("script, style, iframe, object, embed, svg, form, input, link, meta, img"),
      );
      found.push(...all.filter((element) => element.getAttributeNames().some((name) => /^(on.*|style)$/.test(name))));
      found.push(
        ...all.filter((element) => element instanceof HTMLAnchorElement && !/^https?:|^mailto:/.test(element.href)),
      );
      return found.map(({ outerHTML }) => outerHTML);
    });
    assert.deepEqual(found, []);
    assert.deepEqual(foreignRequests, []);
    // Texts are parsed in a document without a window, which has the page's policy and rejects styles.
    const refused = /^Applying inline style violates/;
    assert.deepEqual(
      consoleErrors.slice(before).filter((each) => !refused.test(each)),
      [],
    );
  });

  it("resolves relative links against its server, and drops them without one", async () => {
    const { page } = await open();
    assert.match(
      await draw(page, "[a](../issues/9)", "https://codeberg.org/l/a/issues/12"),
      /href="https:\/\/codeberg\.org\/l\/a\/issues\/9"/,
    );
    assert.equal(await draw(page, "[a](/x)"), "<p>a</p>");
  });

  it("shows URLs as their authors typed them, and encodes them for the browser", async () => {
    const { page } = await open();
    const links = [
      ["https://bücher.example/ä b", "https://xn--bcher-kva.example/%C3%A4"],
      ["https://xn--bcher-kva.example/%C3%A4", "https://xn--bcher-kva.example/%C3%A4"],
      ["https://example.org/100%", "https://example.org/100%25"],
      ["https://example.org/a%20b|c", "https://example.org/a%20b%7Cc"],
    ] as const;
    for (const [typed, url] of links) {
      const drawn = await draw(page, typed);
      const [word = ""] = typed.split(" ");
      assert.ok(drawn.includes(`href="${url}"`) && drawn.includes(`>${word}</a>`), drawn);
    }
    const spaced = await draw(page, "[a](<https://example.org/a b?c=d e>)");
    assert.ok(spaced.includes('href="https://example.org/a%20b?c=d%20e"'), spaced);
  });

  it("keeps line breaks, aligned tables, tasks, and headings below the panel's own", async () => {
    const { page } = await open();
    assert.equal(await draw(page, "a\nb"), "<p>a<br>\nb</p>");
    assert.match(await draw(page, "| a |\n|--:|\n| 1 |"), /<td align="right">1<\/td>/);
    const tasks = await draw(page, "- [x] one\n- [ ] two");
    assert.match(tasks, /role="img" aria-label="Done"/);
    assert.match(tasks, /role="img" aria-label="To do"/);
    assert.match(await draw(page, "# a\n\n###### b"), /<h3>a<\/h3>\s*<h4>b<\/h4>/);
  });

  it("shows a table as text if its grid is so large that the browser would take seconds to lay it out", async () => {
    const { page } = await open();
    const merged = "<table><tr><th colspan=2>A<tr><td rowspan=2>b<td>c<tr><td>d</table>";
    assert.match(await draw(page, merged), /<th colspan="2">A<\/th>.*<td rowspan="2">b<\/td>/s);
    for (const [rows, name] of [
      ["<tr>" + "<td colspan=1000>a".repeat(600), "wide cells"],
      ["<tr>" + "<td>a".repeat(1000) + "<tr><td>a".repeat(1000), "a wide and many short rows"],
      ["<tr><td rowspan=65534>a".repeat(1000), "tall cells"],
    ] as const) {
      const drawn = await draw(page, `<table>${rows}</table>\n\n**After**`);
      assert.match(drawn, /^a{600,}\s*<p><strong>After<\/strong><\/p>$/, name);
    }
    const many = `<table>${"<tr><td>a".repeat(200)}<tr>${"<td>a".repeat(200)}</table>\n\n`.repeat(20);
    const drawn = await draw(page, many);
    assert.equal(drawn.match(/<table>/g)?.length, 12, "the limit is for the whole text");
  });

  it("strikes through text between single tildes, as the servers do", async () => {
    const { page } = await open();
    assert.equal(await draw(page, "~old~ and ~~older~~"), "<p><s>old</s> and <s>older</s></p>");
    assert.match(await draw(page, "[~old~](https://example.org/)"), /<a [^>]*><s>old<\/s><\/a>/);
    assert.equal(await draw(page, "~~takes ~5 min~~"), "<p><s>takes ~5 min</s></p>");
    for (const text of ["about ~5 or ~10", "in ~/a and ~/b", "~ a ~", "~one", "\\~one~"])
      assert.doesNotMatch(await draw(page, text), /<s>/, text);
    assert.equal(await draw(page, "~10 of `~/.a`"), "<p>~10 of <code>~/.a</code></p>");
  });

  it("finds tasks as the servers do: without a space after the box, and before links", async () => {
    const { page } = await open();
    const isTask = async (text: string) => (await draw(page, text)).includes('class="task"');
    for (const text of [
      "- [x]one",
      "- [ ]",
      "1. [X] **one**",
      "> - [ ] one",
      "- [x](one)",
      "- [ ]\n  one",
      "-\n  [ ] one",
    ])
      assert.ok(await isTask(text), text);
    for (const text of ["- one [x]", "- [y] one", "[x] one", "<ul><li>[x] one</li></ul>"])
      assert.ok(!(await isTask(text)), text);
  });

  it("shows the tags of a page that authors name without code, as the servers do", async () => {
    const { page } = await open();
    assert.equal(
      await draw(page, "no <head> in <HTML>, but a <b>header</b>"),
      "<p>no &lt;head&gt; in &lt;HTML&gt;, but a <b>header</b></p>",
    );
    assert.match(
      await draw(page, "<html>\n<head>\n</head>\n</html>"),
      /&lt;html&gt;\s+&lt;head&gt;\s+&lt;\/head&gt;\s+&lt;\/html&gt;/,
    );
    for (const start of ["<frameset>", "<FRAMESET cols=1>", "\n\n<frameset\n"])
      assert.match(await draw(page, `${start}\n\nshown`), /shown/);
    assert.match(await draw(page, "`<head>`"), /<code>&lt;head&gt;<\/code>/);
  });

  it("links footnotes and the places that refer to them, both ways", async () => {
    const { page } = await open();
    const noteref = (label: string) => `<sup><a role="doc-noteref" href="#">${label}</a></sup>`;
    const backlink = (label: string) => `<div class="note"><a role="doc-backlink" href="#">${label}</a>`;
    const drawn = await draw(
      page,
      "Low[^1] water[^b], `[^1]`, [^none]\n\n[^1]: Springs *and* neaps\nover two lines\n[^b]: <https://example.org/>\n\n    - More\n\nEnd",
    );
    const link =
      '<a href="https://example.org/" title="https://example.org/" rel="noreferrer">https://example.org/</a>';
    assert.equal(
      drawn.replaceAll(/ data-note-[\da-f-]{36}="\w+"/g, ""),
      `<p>Low${noteref("1")} water${noteref("b")}, <code>[^1]</code>, [^none]</p>\n` +
        `${backlink("1")}\n<p>Springs <em>and</em> neaps<br>\nover two lines</p>\n</div>\n` +
        `${backlink("b")}\n<p>${link}</p>\n<ul>\n<li>More</li>\n</ul>\n</div>\n<p>End</p>`,
    );
    assert.match(await draw(page, "A[^two words]\n\n[^two words]: Springs"), /two words<\/a><\/sup>.*<p>Springs<\/p>/s);
    await draw(page, "Low[^1], high[^2]\n\n[^1]: Springs\n[^2]: Neaps");
    const prose = page.locator("main > triptych-prose").last();
    await prose.locator("[role=doc-noteref]").first().press("Enter");
    assert.equal(await focused(page), "triptych-prose: 1");
    assert.ok(
      await prose
        .locator("[role=doc-backlink]")
        .first()
        .evaluate((each) => each.matches(":focus")),
    );
    await prose.locator("[role=doc-backlink]").first().press("Enter");
    assert.ok(
      await prose
        .locator("[role=doc-noteref]")
        .first()
        .evaluate((each) => each.matches(":focus")),
    );
    assert.match(
      await draw(page, "> A[^1]\n>\n> [^1]: Springs"),
      /<blockquote>.*Springs<\/p>\s*<\/div>\s*<\/blockquote>/s,
    );
    assert.match(
      await draw(page, "[a][b]\n\n[b]: https://example.org/"),
      /<a href="https:\/\/example\.org\/"[^>]*>a<\/a>/,
    );
  });

  it("shows formulas as code where the servers find some", async () => {
    const { page } = await open();
    assert.equal(
      await draw(page, "If $a_1 * b_2 * c_3$, then ($`x_1*y*z`$)."),
      "<p>If <code>a_1 * b_2 * c_3</code>, then (<code>x_1*y*z</code>).</p>",
    );
    for (const text of ["It costs $5 or $6.", "US$5 and A$6 .", "$HOME/a:$PATH", "\\$a$", "$ 5", "`$a$`"])
      assert.doesNotMatch(await draw(page, text), /<code>(?!\$a\$)/, text);
    assert.doesNotMatch(await draw(page, "The PID:\n$$\n\n- $$\n\nEnd"), /triptych-code/);
    const blocks = await draw(
      page,
      "So\n$$\na_1\n= b_2 * c\n- d * e\n$$\nand $$f_1*g*$$.\n\n$$h_1$$\n\n> - $$\n>   i\n>   $$\n\nj",
    );
    const code = await page
      .locator("main > triptych-prose")
      .last()
      .locator("triptych-code")
      .evaluateAll((all) => all.map((each) => "text" in each && each.text));
    assert.deepEqual(code, ["a_1\n= b_2 * c\n- d * e", "h_1", "i"]);
    assert.match(blocks, /<p>and <code>f_1\*g\*<\/code>\.<\/p>/);
    assert.match(blocks, /<p>j<\/p>$/);
  });

  it("keeps details open when its text changes, because checking a task in them changes it", async () => {
    const { page } = await open();
    await draw(
      page,
      "<details><summary>One</summary>\n\n- [ ] a\n\n</details>\n<details><summary>Two</summary>\n\nb\n\n</details>",
    );
    const prose = page.locator("main > triptych-prose").last();
    await prose.evaluate((element) => Object.assign(element, { ticks: true }));
    await prose.getByText("One").click();
    await prose.getByRole("checkbox").focus();
    await prose.evaluate((element) => {
      if ("text" in element) element.text = String(element.text).replace("[ ]", "[x]");
    });
    await prose.getByRole("checkbox", { checked: true }).waitFor();
    assert.deepEqual(
      await prose.locator("details").evaluateAll((all) => all.map((each) => each.hasAttribute("open"))),
      [true, false],
    );
    assert.equal(await focused(page), "triptych-prose: a");
  });

  it("shows the source of a text whose elements would multiply, nest too deep, or take seconds to order", async () => {
    const { page } = await open();
    const styles = Array.from({ length: 300 }, (_, at) => `<b title=${at}>`).join("");
    for (const text of ["<ol><li>".repeat(1000), `<div><p>${styles}${"<p>x".repeat(3000)}`]) {
      assert.match(await draw(page, text), /^<triptych-code><\/triptych-code>$/, text.slice(0, 30));
    }
    assert.equal(await draw(page, "<p><b>a<p>c"), "<p><b>a</b></p><p><b>c</b></p>");
    for (const start of ["<div dir=AUTO>", "<body dir='auto'>", "<bdi>"]) {
      for (const part of ["<b>1</b>", "1<!---->"])
        assert.equal(await draw(page, start + part.repeat(5000)), "<triptych-code></triptych-code>", start + part);
      assert.equal((await draw(page, start + "<b>1</b>".repeat(400))).match(/<b>/g)?.length, 400);
    }
    const whole = "<ul>" + "<li>a <b>c</b><br>".repeat(2000);
    assert.equal((await draw(page, whole)).match(/<b>/g)?.length, 2000);
  });

  it("links all references of a text, even more than a call may have arguments", async () => {
    const { page } = await open();
    const links = await page.evaluate(async () => {
      const prose = document.createElement("triptych-prose");
      const server = "https://git.example";
      const home = {
        server,
        repository: "o/r",
        thread: `${server}/o/r/issues/1`,
        customEmoji: [],
        emojiEndWords: false,
      };
      Object.assign(prose, { text: "#7 ".repeat(70_000), home });
      document.querySelector("main")?.append(prose);
      await (prose as HTMLElement & { readonly updateComplete: Promise<boolean> }).updateComplete;
      return prose.shadowRoot?.querySelectorAll('a[href="https://git.example/o/r/issues/7"]').length;
    });
    assert.equal(links, 70_000);
  });

  it("loads an image only after the reader agrees", async () => {
    const { page, foreignRequests } = await open();
    const image = page.locator("#thread triptych-image").filter({ hasText: "from example.org," });
    await image.getByText("Image from example.org, not loaded").waitFor();
    await image.getByRole("button", { name: "Load Once" }).press("Enter");
    assert.equal(await lastEvent(page), 'wanted {"url":"https://example.org/table-apia.png","always":false}');
    await image.getByRole("button", { name: "Always from This Host" }).press("Enter");
    assert.equal(await lastEvent(page), 'wanted {"url":"https://example.org/table-apia.png","always":true}');
    assert.deepEqual(foreignRequests, []);
  });

  it("keeps all images of a link, in their order, behind the link", async () => {
    const { page } = await open();
    const images = "![one](https://example.org/1.png) ![two](https://example.org/2.png)";
    for (const [text, link] of [
      [`[${images}](https://example.org/)`, "one two"],
      [`[status ${images}](https://example.org/)`, "status"],
    ] as const) {
      await draw(page, text);
      const prose = page.locator("main > triptych-prose").last();
      assert.equal((await prose.getByRole("link").innerText()).trim(), link);
      const names = await prose
        .locator("triptych-image")
        .evaluateAll((all) => all.map((each) => ("alt" in each ? each.alt : "")));
      assert.deepEqual(names, ["one", "two"]);
    }
  });

  it("draws an image in the size that its author set, in pixels or percent", async () => {
    const { page } = await open();
    await draw(
      page,
      ["width=40", "width='50%'", "height=20", "width=40 height=20", "width=90px height=99999"]
        .map((size) => `<img src="https://example.org/1.png" ${size}>`)
        .join(""),
    );
    const images = page.locator("main > triptych-prose").last().locator("triptych-image");
    await images.evaluateAll((all) => {
      for (const each of all)
        Object.assign(each, {
          state: { kind: "shown", source: "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=" },
        });
    });
    await images.locator("img").last().waitFor();
    const styles = await images.locator("img").evaluateAll((all) => all.map(({ style }) => style.cssText));
    assert.deepEqual(styles, [
      "inline-size: 40px;",
      "inline-size: 50%;",
      "block-size: 20px;",
      "inline-size: 40px;",
      "",
    ]);
  });

  it("draws a loaded image within its line, as the servers do", async () => {
    const { page } = await open();
    await draw(page, 'It <img src="https://example.org/1.png" height="16"> passed.');
    const prose = page.locator("main > triptych-prose").last();
    await prose.locator("triptych-image").evaluate((image) => {
      const source = "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=";
      Object.assign(image, { state: { kind: "shown", source } });
    });
    await prose.locator("img").waitFor();
    const { height = 0 } = (await prose.boundingBox()) ?? {};
    assert.ok(height > 0 && height < 30, String(height));
  });

  it("draws no table higher than its rows, whatever height its author set", async () => {
    const { page } = await open();
    await draw(page, "<table height=9999><tr height=9999><td height=9999>x</td></tr></table>");
    const prose = await page.locator("main > triptych-prose").last().boundingBox();
    assert.ok((prose?.height ?? 0) < 50, JSON.stringify(prose));
  });

  it("shows a video without a URL as its content, and any other as a link", async () => {
    const { page } = await open();
    assert.equal(await draw(page, "<video controls>no video</video>", "https://codeberg.org/l/a/"), "<p>no video</p>");
    assert.match(await draw(page, '<video src="https://example.org/a.mp4" title="tides"></video>'), />tides<\/a>/);
  });

  it("names the host that an image redirects to, and asks again before it loads from there", async () => {
    const { page, foreignRequests } = await open();
    const image = page.locator("#thread triptych-image").filter({ hasText: "from example.org," });
    await image.evaluate((element) => Object.assign(element, { state: { kind: "elsewhere", host: "s3.example.net" } }));
    const moved = page.locator("#thread triptych-image").filter({ hasText: "Image from s3.example.net, not loaded" });
    await moved.getByRole("button", { name: "Load Once" }).press("Enter");
    assert.equal(await lastEvent(page), 'wanted {"url":"https://example.org/table-apia.png","always":false}');
    await moved.getByRole("button", { name: "Always from This Host" }).waitFor();
    assert.deepEqual(foreignRequests, []);
  });

  it("shows an image from the bytes that the extension loaded, and says why one could not be loaded", async () => {
    const { page } = await open();
    assert.equal(
      await page
        .getByRole("img", { name: "tides" })
        .evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth),
      240,
    );
    // In full size, it opens on the web.
    const link = page.getByRole("link").filter({ has: page.getByRole("img", { name: "tides" }) });
    assert.equal(await link.getAttribute("href"), "https://shown.example.org/tides.svg");
    await page.getByText("Could not load the image. gone.example.org answered 404.").waitFor();
  });

  it("can't load an image even through a faulty part, because the policy blocks it", async () => {
    const { page, consoleErrors } = await open();
    await page.evaluate(() => {
      const image = document.createElement("img");
      image.src = "https://evil.example/pixel.gif";
      document.body.append(image);
    });
    await page.waitForFunction(() => [...document.images].every((image) => image.complete));
    assert.match(consoleErrors.join(), /evil\.example/);
    assert.match(consoleErrors.join(), /Content Security Policy/);
  });

  it("redraws when its text changes", async () => {
    const { page } = await open();
    await draw(page, "one");
    const prose = page.locator("main > triptych-prose").last();
    await prose.evaluate((element) => Object.assign(element, { text: "two" }));
    await prose.getByText("two").waitFor();
    assert.equal(await prose.getByText("one").count(), 0);
  });
});
