// Checks SARIF against its published schema.
import assert from "node:assert/strict";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import published from "./schemas/sarif-2.1.0-rtm.5.json" with { type: "json" };

// Ajv no longer reads draft 4. Of what changed since then, the schema uses the name of its ID and a regular expression.
const { $schema: _draft, id: _id, ...schema } = published;
const ajv = new Ajv({ allErrors: true, strict: false, unicodeRegExp: false });
addFormats(ajv);
const validate = ajv.compile(schema);

/** Fails if the text isn't valid SARIF 2.1.0. */
export function assertSarif(text: string): void {
  assert.ok(validate(JSON.parse(text)), ajv.errorsText(validate.errors, { separator: "\n" }));
}
