// The form of recorded answers, by which fresh answers of the sandbox are judged.
import { recordings } from "../../services/real/replay.js";

/** What a route answers, by form: of each path in its bodies the JSON types, and the words of its errors. */
export interface Form {
  readonly types: Map<string, Set<string>>;
  readonly errors: Set<string>;
}

function learn(types: Form["types"], path: string, value: unknown): void {
  const type = value === null ? "null" : Array.isArray(value) ? "list" : typeof value;
  const known = types.get(path) ?? new Set<string>();
  types.set(path, known.add(type));
  if (Array.isArray(value)) for (const each of value) learn(types, `${path}[]`, each);
  else if (typeof value === "object" && value !== null) {
    // A key with a dot is the name of a thing, and no field.
    for (const [key, each] of Object.entries(value)) learn(types, `${path}.${key.includes(".") ? ":name" : key}`, each);
  }
}

/** The forms of all recorded JSON answers; `methods` other than GET are left out unless they are named. */
export function formsByRoute(
  names: readonly string[],
  routeOf: (path: string) => string,
  methods: readonly string[] = ["GET"],
): ReadonlyMap<string, Form> {
  const forms = new Map<string, Form>();
  for (const name of names) {
    for (const { request, answer } of recordings(name)) {
      if ("error" in answer || !methods.includes(request.method) || !/json/.test(answer.headers["content-type"] ?? ""))
        continue;
      const route = routeOf(request.path);
      const form = forms.get(route) ?? { types: new Map(), errors: new Set() };
      forms.set(route, form);
      const body: unknown = JSON.parse(answer.body);
      if (answer.status === 200) learn(form.types, "", body);
      else form.errors.add(formOfError(answer.body));
    }
  }
  return forms;
}

/** The words of an error, without the name of the parameter. */
export function formOfError(body: string): string {
  return body.replaceAll(/(parameter: )[^"]+/g, "$1…");
}

/** The form that these recorded bodies have together. */
export function formOf(bodies: readonly unknown[]): Form {
  const form: Form = { types: new Map(), errors: new Set() };
  for (const body of bodies) learn(form.types, "", body);
  return form;
}

/** What an answer has that no recorded one of its route has. */
export function strange(form: Form, body: unknown): readonly string[] {
  const here: Form["types"] = new Map();
  learn(here, "", body);
  return [...here].flatMap(([path, types]) => {
    const known = form.types.get(path);
    if (known === undefined) {
      // The elements of a list that was empty in every recording may be anything.
      const isField = form.types.get(path.replace(/\.[^.]+$/, ""))?.has("object") === true && !path.endsWith("[]");
      return isField ? [`${path}: never recorded`] : [];
    }
    // Where only null was recorded, the type of a value is not known.
    const isKnown = [...known].some((type) => type !== "null");
    return [...types]
      .filter((type) => type !== "null" && isKnown && !known.has(type))
      .map((type) => `${path}: ${type}`);
  });
}
