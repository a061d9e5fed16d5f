// Parses the list of all apps while it arrives, so that its 75 MB are never in memory as a whole.
import { JSONParser } from "@streamparser/json";
import { ListDecoder, type DecodedList } from "../../base/decode.ts";
import { Problem } from "../../base/problem.ts";
import * as wire from "../api/answers.ts";
import type { ListedApp } from "../model/report.ts";

/** There are about 400,000 rows. */
const MAX_ROWS = 2_000_000;
/** A row has about 300 bytes, and a chunk has 64 KB. */
const MAX_ROW_BYTES = 1024 * 1024;

export class DownloadParser {
  readonly #rows = new ListDecoder(wire.listedApp, "application list", { at: "applications" });
  readonly #parser = new JSONParser({ paths: ["$.applications", "$.applications.*"], keepStack: false });
  #count = 0;
  #bytesSinceRow = 0;
  #hasList = false;
  #problem: Problem | undefined;

  constructor() {
    this.#parser.onValue = ({ value, parent, stack }) => {
      // The list itself comes after its rows, which have been removed from it.
      if (stack.length === 1) {
        this.#hasList = true;
        if (value !== null && !Array.isArray(value)) this.#fail("malformed", "it is not a list");
        return;
      }
      if (!Array.isArray(parent)) return;
      this.#rows.add(value);
      this.#count += 1;
      this.#bytesSinceRow = 0;
    };
    this.#parser.onError = ({ message }) => this.#fail("malformed", message);
  }

  /** Parses the next bytes. `finish` throws the first problem. */
  add(bytes: Uint8Array): void {
    if (this.#problem !== undefined) return;
    this.#bytesSinceRow += bytes.length;
    this.#parser.write(bytes);
    if (this.#count > MAX_ROWS) this.#fail("tooLarge", `more than ${MAX_ROWS} rows`);
    if (this.#bytesSinceRow > MAX_ROW_BYTES) this.#fail("tooLarge", `a row of more than ${MAX_ROW_BYTES} bytes`);
  }

  finish(): DecodedList<ListedApp> {
    if (this.#problem === undefined && !this.#parser.isEnded) this.#parser.end();
    if (this.#problem === undefined && !this.#hasList) this.#fail("malformed", "the list is missing");
    if (this.#problem !== undefined) throw this.#problem;
    return this.#rows.list();
  }

  #fail(kind: "malformed" | "tooLarge", detail: string): void {
    this.#problem ??= new Problem(kind, { at: `applications[${this.#count}]`, detail });
  }
}
