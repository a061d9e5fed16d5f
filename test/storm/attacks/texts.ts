// Hostile texts, for every function that takes foreign text: Markdown, links, icons, control characters and formulas.
import assert from "node:assert/strict";
import { Redactor } from "../../../src/base/redact.ts";
import { parseJson } from "../../../src/base/json/json.ts";
import { Problem } from "../../../src/base/problem.ts";
import { readIssueText } from "../../../src/issues/model/issue-text.ts";
import { mentionsIn } from "../../../src/issues/model/mention.ts";
import { fenceCode, linkText } from "../../../src/issues/model/excerpt.ts";
import { isolateText, visible } from "../../../src/base/visible-text.ts";
import { inLabel, inLine, inLines, inMarkdown, inMessage, inPrompt } from "../../../src/workbench/text/encode.ts";
import { csv } from "../../../src/workbench/export/csv.ts";
import { TOKEN, type Attack } from "./attack.ts";
import { GROWING } from "./growth.ts";

const REDACTOR = new Redactor();
REDACTOR.register("00000000000000a");

const AROUND = { home: undefined, base: "https://codeberg.org", known: [] };

/** The functions that read text of others. A bench measures how their time grows with it. */
export const TEXT_READERS: Readonly<Record<string, (text: string) => unknown>> = {
  "a document of an issue": (text) => readIssueText(text),
  "a document of an issue, below its head": (text) => readIssueText(`---\ntitle: ${text}\n---\n`),
  "the references of a line": (text) => mentionsIn(text, "notes.md", AROUND),
  "a line of code": (text) => mentionsIn(text, "a.ts", AROUND),
  "code to share": (text) => fenceCode(text, "ts"),
  "the text of a link": (text) => linkText(text),
  "a line of a log": (text) => REDACTOR.text(text),
  "what can be seen of a line": visible,
  "text among other text": isolateText,
  "a notification": inMessage,
  "a label": (text) => inLabel(text),
  "a prompt": inPrompt,
  "a tooltip": inLines,
  "Markdown of our own": inMarkdown,
  JSON: (text) => {
    try {
      parseJson(text);
    } catch (error) {
      assert.ok(error instanceof SyntaxError || error instanceof Problem);
    }
  },
};

/** Text that tries to look like something else or to run a command. */
const DISGUISES = [
  "[Click](command:workbench.action.terminal.sendSequence?%7B%7D)",
  "[Click](https://evil.example)",
  "[a]\n(command:x)",
  "![x](http://evil.example/a.png)",
  "<a href=command:x>x</a>",
  "$(trash) Delete",
  "\\$(trash)",
  "safe\u202Eexe.cod",
  "\u2066open isolate",
  "\u2069\u2069closed too often",
  "two\nlines",
  "two\u2028lines",
  "bell\u0007 and \u001b[31mred",
  "\ud800 alone",
  "`code` | table",
  "${command:x}",
] as const;

const SINKS: Readonly<Record<string, (text: string) => string>> = {
  notification: inMessage,
  dialog: inLines,
  label: (text) => inLabel(text),
  prompt: inPrompt,
  line: inLine,
  tooltip: inLines,
  Markdown: inMarkdown,
  "link in a terminal": inMarkdown,
};

const HAS_LINKS: ReadonlySet<string> = new Set(["notification", "prompt"]);
const HAS_ICONS: ReadonlySet<string> = new Set(["label", "prompt"]);
const IS_MARKDOWN: ReadonlySet<string> = new Set(["Markdown", "link in a terminal"]);

function checkSink(sink: string, written: string): void {
  if (HAS_LINKS.has(sink)) assert.doesNotMatch(written, /\]\([a-z]+:/i);
  if (HAS_ICONS.has(sink)) assert.doesNotMatch(written, /(?<!\\)\$\([a-z~-]+\)/i);
  if (IS_MARKDOWN.has(sink)) assert.doesNotMatch(written, /(?<!\\)[[\]<`|]/);
  assert.doesNotMatch(written, /[\u202D\u202E]|(?![\t\n\r])\p{Cc}/u);
  if (sink !== "dialog" && sink !== "tooltip") assert.doesNotMatch(written, /[\n\r\u2028\u2029]/);
}

export function textAttacks(): readonly Attack[] {
  return [
    {
      name: "texts that are slow to read",
      tries: Object.entries(TEXT_READERS).flatMap(([reader, read]) =>
        GROWING.map(({ name, at }) => ({
          name: `${name}, as ${reader}`,
          run: () => void read(at(1000)),
        })),
      ),
    },
    {
      name: "texts that pretend to be something else",
      tries: Object.entries(SINKS).flatMap(([sink, write]) =>
        DISGUISES.map((text) => ({
          name: `${JSON.stringify(text)}, in a ${sink}`,
          run: () => checkSink(sink, write(text)),
        })),
      ),
    },
    {
      name: "formulas in tables to export",
      tries: ["=1+1", "+1", "-1+1", "@SUM(1)", "\t=1", "\r=1", '=HYPERLINK("http://x")', "\n=1"].map((cell) => ({
        name: JSON.stringify(cell),
        run: () => {
          const [, row = ""] = csv({ columns: ["head"], rows: [[cell]] }).split("\r\n");
          assert.ok(!/^"?[=+@\t\r-]/.test(row), `the cell is ${JSON.stringify(row)}`);
        },
      })),
    },
    {
      name: "tokens in lines of the log",
      tries: [
        `authorization: token ${TOKEN}`,
        `https://alice:${TOKEN}@example.com/x`,
        `?access_token=${TOKEN}&x=1`,
        Buffer.from(TOKEN).toString("base64"),
        encodeURIComponent(TOKEN),
        JSON.stringify({ deep: [{ [TOKEN]: TOKEN }] }),
      ].map((line) => ({
        name: line.replaceAll(TOKEN, "…"),
        run: (hear) => {
          const redactor = new Redactor();
          redactor.register(TOKEN);
          const written = redactor.text(line);
          hear(written);
          assert.ok(!written.includes(Buffer.from(TOKEN).toString("base64")));
        },
      })),
    },
  ];
}
