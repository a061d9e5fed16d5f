// Decodes the rows of a downloaded app list.
import { ListDecoder, type DecodedList } from "../../base/decode.ts";
import type { ElementSink } from "../../base/json/json-stream.ts";
import type { Json } from "../../base/json/json.ts";
import { TEXT_FIELDS, type AppListBuilder } from "../model/app-list/builder.ts";
import type { Application } from "../model/report.ts";
import * as wire from "./answers.ts";
import { Keys, readObject, type Spans } from "./row-bytes.ts";

/** String fields of a row. Those that the list keeps come first, in the builder's order. */
const TEXTS = [...TEXT_FIELDS, "downloads", "app_uid", "icon_phash"];
const NUMBERS = ["id", "report_updated_at"];
const [HANDLE, NAME, CREATOR] = [0, 1, 2];
const MAY_HAVE_ESCAPES = (1 << NAME) | (1 << CREATOR);

/**
 * Decodes the rows of an app list. Nearly all rows are flat objects of plain strings; those are read straight from the
 * bytes, without creating objects or strings. Any other row (escapes, a null, an unknown field, split across chunks) is
 * parsed and decoded like every answer.
 */
export class AppListDecoder implements ElementSink {
  readonly #builder: AppListBuilder;
  readonly #decoder = new ListDecoder(wire.application, "application list", { at: "applications" });
  readonly #keys = new Keys(TEXTS, NUMBERS);
  readonly #spans: Spans = {
    from: new Int32Array(TEXTS.length + NUMBERS.length),
    to: new Int32Array(TEXTS.length + NUMBERS.length),
    escaped: 0,
  };
  #read = 0;
  #bytes: Uint8Array = new Uint8Array(0);
  #view: DataView = new DataView(new ArrayBuffer(0));

  constructor(builder: AppListBuilder) {
    this.#builder = builder;
  }

  /** Rows decoded so far. */
  get count(): number {
    return this.#builder.count;
  }

  /** Rows that could not be decoded, and the first reasons. */
  get skipping(): Pick<DecodedList<Application>, "skipped" | "reasons"> {
    return this.#decoder.list();
  }

  readDirectly(bytes: Uint8Array, begin: number): number {
    if (bytes !== this.#bytes) {
      this.#bytes = bytes;
      this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    }
    const end = readObject(bytes, this.#view, begin, this.#keys, this.#spans);
    if (end < 0 || !this.#addRow(bytes)) return -1;
    this.#read += 1;
    return end;
  }

  take(element: Json): void {
    const decoded = this.#decoder.decodeElement(element, `applications[${this.#read}]`);
    this.#read += 1;
    if (decoded !== undefined) this.#builder.add(decoded.of);
  }

  /** Adds the row and returns true if it has a handle, and valid escapes at most in its name and creator. */
  #addRow(bytes: Uint8Array): boolean {
    const { from, to, escaped } = this.#spans;
    if (from[HANDLE] === to[HANDLE]) return false;
    if (escaped === 0) {
      this.#builder.addBytes(bytes, from, to);
      return true;
    }
    if ((escaped & ~MAY_HAVE_ESCAPES) !== 0) return false;
    const name = this.#unescape(bytes, NAME);
    const creator = this.#unescape(bytes, CREATOR);
    if (name === null || creator === null) return false;
    this.#builder.addBytes(bytes, from, to, name, creator);
    return true;
  }

  /** The unescaped text if it contains escapes; null if an escape is invalid. */
  #unescape(bytes: Uint8Array, key: number): string | null | undefined {
    if ((this.#spans.escaped & (1 << key)) === 0) return undefined;
    const from = this.#spans.from[key] ?? 0;
    const to = this.#spans.to[key] ?? 0;
    try {
      // Includes both quotes.
      return String(
        JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset + from - 1, to - from + 2).toString("latin1")),
      );
    } catch {
      return null;
    }
  }
}
