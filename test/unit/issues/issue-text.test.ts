// Issues as documents: a written document is read back unchanged, and users may format its header freely.
import assert from "node:assert/strict";
import fc from "fast-check";
import { HEAD_TRIGGERS, offerFields } from "../../../src/issues/editing/completion/head-triggers.ts";
import {
  FIELDS,
  headFieldAt,
  quote,
  readIssueText,
  writeIssueText,
  type IssueForm,
} from "../../../src/issues/model/issue-text.ts";
import { listFields } from "../../../src/issues/writing/drafts/draft-document.ts";

const form = (given: Partial<IssueForm>): IssueForm => ({
  title: "",
  body: "",
  from: "",
  into: "",
  labels: [],
  milestone: "",
  assignees: [],
  ...given,
});

describe("The document of an issue", () => {
  it("has the issue's fields in its header, and its text below", () => {
    const text = writeIssueText(
      form({
        title: "The lamp flickers: why?",
        body: "At *night*.\n",
        labels: ["bug", "help wanted"],
        assignees: ["ines"],
      }),
      listFields("newIssue"),
    );
    assert.equal(
      text,
      "---\ntitle: The lamp flickers: why?\nlabels: bug, help wanted\nmilestone: \nassignees: ines\n---\n\nAt *night*.\n",
    );
  });

  it("is parsed as it was written, whatever it contains", () => {
    const character = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.constantFrom("\r", "\n", "\u2028", "\u2029", "\u0085"),
    );
    const name = fc
      .array(character, { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join(""))
      .filter((each) => each !== "" && each.trim() === each);
    const login = fc.stringMatching(/^[a-z][a-z0-9_-]{0,9}$/);
    const distinct = { selector: (each: string) => each.trim().toLowerCase() };
    fc.assert(
      fc.property(
        fc.record(
          {
            title: name,
            body: fc.string().filter((each) => !each.includes("\r")),
            from: login,
            into: login,
            labels: fc.uniqueArray(name, distinct),
            milestone: fc.oneof(name, fc.constant("")),
            assignees: fc.uniqueArray(login),
          },
          { noNullPrototype: true },
        ),
        (written) => {
          const { form: read, faults } = readIssueText(writeIssueText(written, FIELDS));
          assert.deepEqual(read, written);
          assert.deepEqual(faults, []);
        },
      ),
    );
  });

  it("accepts headers in any format that people write", () => {
    const { form: read, faults } = readIssueText(
      '---\r\nTitle:  "Quoted: title"\r\n# labels: none yet\r\nLabels: [Bug, "a, b", bug]\r\nassignees: @ines,tomas\r\n\r\n---\r\nText\r\n',
    );
    assert.deepEqual(read, {
      title: "Quoted: title",
      body: "Text\n",
      from: "",
      into: "",
      labels: ["Bug", "a, b"],
      milestone: "",
      assignees: ["ines", "tomas"],
    });
    assert.deepEqual(faults, []);
  });

  it("reports what is missing, and which line has no known field", () => {
    assert.deepEqual(readIssueText("just text").faults, [{ fault: "noHead" }]);
    assert.equal(readIssueText("just text").form.body, "just text");
    assert.deepEqual(readIssueText("---\ntitle: x\n").faults, [{ fault: "noHead" }]);
    assert.deepEqual(readIssueText("---\ntitle:\n---\n").faults, [{ fault: "noTitle" }]);
    assert.deepEqual(readIssueText("---\ntitle: x\nlable: bug\n---\n").faults, [
      { fault: "strangeLine", line: "lable: bug" },
    ]);
  });

  it("leaves a line of dashes in the text unchanged", () => {
    const text = writeIssueText(form({ title: "x", body: "one\n---\ntwo\n\n---\n" }), ["title"]);
    assert.equal(readIssueText(text).form.body, "one\n---\ntwo\n\n---\n");
  });

  it("finds the value that is being typed, and the other values of its field", () => {
    const text = "---\ntitle: x\nlabels: bug, hel, \nmilestone: 1.\nass\n---\n\nlabels: not here";
    assert.deepEqual(headFieldAt(text, 2, 16), { field: "labels", start: 13, end: 16, others: ["bug"] });
    assert.deepEqual(headFieldAt(text, 2, 9), { field: "labels", start: 8, end: 11, others: ["hel"] });
    assert.deepEqual(headFieldAt(text, 2, 18), { field: "labels", start: 18, end: 18, others: ["bug", "hel"] });
    assert.deepEqual(headFieldAt(text, 3, 13), { field: "milestone", start: 11, end: 13, others: [] });
    assert.deepEqual(headFieldAt(text, 4, 3), { field: undefined, start: 0, end: 3, others: [] });
    assert.equal(headFieldAt(text, 7, 9), undefined);
    assert.equal(headFieldAt(text, 0, 0), undefined);
  });

  it("completes from the first letter of a name, in any alphabet that is typed letter by letter", () => {
    for (const name of ["bug", "Prio/High", "ärger", "2.0", "λάθος", "ошибка", "@ines"])
      assert.ok(HEAD_TRIGGERS.includes(name.slice(0, 1)), name);
  });

  it("completes the fields that its header lacks, whatever its text says", () => {
    const fields = (text: string, line: number) =>
      offerFields(text, line, listFields("newIssue")).map(({ insertText }) => insertText);
    const text = "---\r\ntitle: Lamp\r\n Labels : bug\r\n\r\n---\r\n\r\nmilestone: none\r\nassignees: none\r\n";
    assert.deepEqual(fields(text, 3), ["milestone: ", "assignees: "]);
    assert.deepEqual(fields("---\ntitle: Lamp\nlab\n", 2), ["labels: ", "milestone: ", "assignees: "]);
  });

  it("keeps the colon if the name of a field before it is completed", () => {
    const offered = offerFields("---\ntitle: Lamp\nlab: bug\n---\n", 2, listFields("newIssue")).map(
      ({ insertText }) => insertText,
    );
    assert.deepEqual(offered, ["labels", "milestone", "assignees"]);
  });

  it("puts a name in quotes only if it needs them", () => {
    assert.deepEqual(["help wanted", "a, b", '"x"', "kind/bug"].map(quote), [
      "help wanted",
      '"a, b"',
      '"\\"x\\""',
      "kind/bug",
    ]);
  });
});
