// Finds where the shape of a sandbox response differs from a recorded one: keys, JSON types, null or absent. Values are
// not compared, because sandbox and recording have different data.

/**
 * @typedef {object} Shape the combined shape of all values at one path
 * @property {Set<string>} types JSON types: null, boolean, number, string, object, array
 * @property {Map<string, { shape: Shape, seen: number }>} fields of the objects among them; `seen` counts the objects that have the field
 * @property {number} objects how many of the values are objects
 * @property {Shape | undefined} elements the combined shape of the elements of all arrays among them
 */

/**
 * Returns the differences, one sentence per path (`blocks[].size: …`). The elements of an array are combined: only
 * which shapes occur matters, not where. An empty array matches any elements. An object whose keys are all numbers is a
 * map and is compared like an array.
 *
 * @param {unknown} recorded the recorded body, parsed
 * @param {unknown} answered the sandbox's body, parsed
 * @param {readonly string[]} [mayBeNull] paths where one side may be null and the other not
 * @returns {string[]}
 */
export function shapeDifferences(recorded, answered, mayBeNull = []) {
  const here = empty();
  const there = empty();
  learn(here, recorded);
  learn(there, answered);
  /** @type {string[]} */
  const differences = [];
  differ("", here, there, new Set(mayBeNull), differences);
  return differences;
}

/** @returns {Shape} */
function empty() {
  return { types: new Set(), fields: new Map(), objects: 0, elements: undefined };
}

/** @param {Shape} shape @param {unknown} value */
function learn(shape, value) {
  if (value === null) {
    shape.types.add("null");
  } else if (Array.isArray(value)) {
    shape.types.add("array");
    shape.elements ??= empty();
    for (const each of value) learn(shape.elements, each);
  } else if (typeof value === "object") {
    const entries = Object.entries(value);
    if (entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key))) {
      shape.types.add("map");
      shape.elements ??= empty();
      for (const [, each] of entries) learn(shape.elements, each);
      return;
    }
    shape.types.add("object");
    shape.objects += 1;
    for (const [key, each] of entries) {
      const field = shape.fields.get(key) ?? { shape: empty(), seen: 0 };
      field.seen += 1;
      learn(field.shape, each);
      shape.fields.set(key, field);
    }
  } else {
    // A bigint comes from lossless parsing of an int64, which is a JSON number.
    shape.types.add(typeof value === "bigint" ? "number" : typeof value);
  }
}

/**
 * @param {string} path
 * @param {Shape} recorded
 * @param {Shape} answered
 * @param {ReadonlySet<string>} mayBeNull
 * @param {string[]} differences
 */
function differ(path, recorded, answered, mayBeNull, differences) {
  const place = path === "" ? "the body" : path;
  const [here, there] = [recorded, answered].map(({ types }) =>
    [...types].filter((type) => type !== "null" || !mayBeNull.has(path)).sort(),
  );
  const silent = mayBeNull.has(path) && (here?.length === 0 || there?.length === 0);
  if (!silent && here?.join() !== there?.join()) {
    differences.push(`${place}: recorded ${here?.join(" or ") || "nothing"}, here ${there?.join(" or ") || "nothing"}`);
  }
  for (const [key, { shape, seen }] of recorded.fields) {
    const at = path === "" ? key : `${path}.${key}`;
    const field = answered.fields.get(key);
    if (field === undefined) {
      if (answered.objects > 0) differences.push(`${at}: recorded, absent here`);
      continue;
    }
    const [always, alwaysHere] = [seen === recorded.objects, field.seen === answered.objects];
    if (always !== alwaysHere) {
      differences.push(`${at}: recorded ${always ? "always" : "sometimes"}, here ${alwaysHere ? "always" : "sometimes"}`);
    }
    differ(at, shape, field.shape, mayBeNull, differences);
  }
  for (const key of answered.fields.keys()) {
    if (recorded.objects === 0 || recorded.fields.has(key)) continue;
    differences.push(`${path === "" ? key : `${path}.${key}`}: never recorded, here it is`);
  }
  const [elements, elementsHere] = [recorded.elements, answered.elements];
  if (elements && elementsHere && elements.types.size > 0 && elementsHere.types.size > 0) {
    differ(`${path}[]`, elements, elementsHere, mayBeNull, differences);
  }
}
