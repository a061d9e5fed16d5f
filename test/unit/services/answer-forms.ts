// The forms of recorded responses, with which tests compare the sandbox's responses to new requests.
import { recordings } from "../../services/real/replay.js";

/** The form of a route's responses: the JSON types at each path of the bodies, and the error messages. */
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
    // A key with a dot is a name, such as a package name, and not a field.
    for (const [key, each] of Object.entries(value)) learn(types, `${path}.${key.includes(".") ? ":name" : key}`, each);
  }
}

/** Returns the forms of all recorded JSON responses by route. By default, only GET requests are included. */
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

/** Returns an error message without the name of the parameter. */
export function formOfError(body: string): string {
  return body.replaceAll(/(parameter: )[^"]+/g, "$1…");
}

/** Returns the combined form of recorded bodies. */
export function formOf(bodies: readonly unknown[]): Form {
  const form: Form = { types: new Map(), errors: new Set() };
  for (const body of bodies) learn(form.types, "", body);
  return form;
}

/** Returns the fields and types of a body that no recorded body of its route has. */
export function findUnrecorded(form: Form, body: unknown): readonly string[] {
  const here: Form["types"] = new Map();
  learn(here, "", body);
  return [...here].flatMap(([path, types]) => {
    const known = form.types.get(path);
    if (known === undefined) {
      // If a list was empty in every recording, its elements can be anything.
      const isField = form.types.get(path.replace(/\.[^.]+$/, ""))?.has("object") === true && !path.endsWith("[]");
      return isField ? [`${path}: never recorded`] : [];
    }
    // If only null was recorded, any type is accepted.
    const isKnown = [...known].some((type) => type !== "null");
    return [...types]
      .filter((type) => type !== "null" && isKnown && !known.has(type))
      .map((type) => `${path}: ${type}`);
  });
}
