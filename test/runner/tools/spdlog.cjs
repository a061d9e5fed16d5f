// Stands in for the native module that VS Code logs through, which is not built here: writes the same lines to the same
// files, so that the Output view shows them.
const { appendFileSync, mkdirSync } = require("node:fs");
const { dirname } = require("node:path");

class Logger {
  #file;
  #hasPattern = false;

  /** @param {string} file */
  constructor(file) {
    this.#file = file;
    mkdirSync(dirname(file), { recursive: true });
  }

  setPattern() {
    this.#hasPattern = true;
  }

  clearFormatters() {
    this.#hasPattern = false;
  }

  // VS Code itself compares the levels.
  setLevel() {}

  flush() {}

  drop() {}

  /** @param {string} text */
  trace(text) {
    this.#append("trace", text);
  }

  /** @param {string} text */
  debug(text) {
    this.#append("debug", text);
  }

  /** @param {string} text */
  info(text) {
    this.#append("info", text);
  }

  /** @param {string} text */
  warn(text) {
    this.#append("warning", text);
  }

  /** @param {string} text */
  error(text) {
    this.#append("error", text);
  }

  /** @param {string} text */
  critical(text) {
    this.#append("critical", text);
  }

  /** @param {string} level @param {string} text */
  #append(level, text) {
    const time = new Date().toISOString().replace("T", " ").replace("Z", "");
    try {
      appendFileSync(this.#file, this.#hasPattern ? `${time} [${level}] ${text}\n` : text);
    } catch {
      // The window's folder is deleted before its processes end.
    }
  }
}

exports.version = 0;
exports.setLevel = () => undefined;
exports.setFlushOn = () => undefined;
/** @param {string} _name @param {string} file */
exports.createAsyncRotatingLogger = async (_name, file) => new Logger(file);
