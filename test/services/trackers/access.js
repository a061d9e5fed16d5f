/**
 * What stands before every route: which form the answer takes, who asks, and in which language refusals are worded.
 *
 * @typedef {import("../core/service.js").Request} Request
 * @typedef {import("../core/service.js").Answer} Answer
 * @typedef {"key" | "public" | "admin"} Access
 */

/** The keys that the service knows. A key of the first kind opens every route but the files. */
export const KEYS = {
  good: "5ca1ab1e0ddba11f005ba11c0ffee5eafa11ac1d",
  inactive: "dec0de0ffbea7ed5ca1ded0ff1ced1ce0feeb1ed",
  admin: "0b5e55edca5cade5ab1e5ea5a17b0bca7c0c0a51",
};

/** Who may ask for a key with a name and a password. */
export const ACCOUNTS = [{ username: "ines", password: "lantern and larder", key: KEYS.good }];

const SENTENCES = {
  missing: {
    en: "Authentication credentials were not provided.",
    fr: "Informations d'authentification non fournies.",
    de: "Anmeldedaten fehlen.",
  },
  wrong: { en: "Invalid token.", fr: "Token non valide.", de: "Ungültiges Token" },
  empty: {
    en: "Invalid token header. No credentials provided.",
    fr: "En-tête « token » non valide. Informations d'identification non fournies.",
    de: "Ungültiger Token Header. Keine Zugangsdaten angegeben.",
  },
  spaces: {
    en: "Invalid token header. Token string should not contain spaces.",
    fr: "En-tête « token » non valide. Un token ne doit pas contenir d'espaces.",
    de: "Ungültiger Token Header. Zugangsdaten sollen keine Leerzeichen enthalten.",
  },
  inactive: {
    en: "User inactive or deleted.",
    fr: "Utilisateur inactif ou supprimé.",
    de: "Benutzer inaktiv oder gelöscht.",
  },
  forbidden: {
    en: "You do not have permission to perform this action.",
    fr: "Vous n'avez pas la permission d'effectuer cette action.",
    de: "Sie sind nicht berechtigt diese Aktion durchzuführen.",
  },
  notFound: { en: "Not found.", fr: "Pas trouvé.", de: "Nicht gefunden." },
  notAllowed: {
    en: 'Method "{method}" not allowed.',
    fr: 'Méthode "{method}" non autorisée.',
    de: 'Methode "{method}" nicht erlaubt.',
  },
  notAcceptable: {
    en: "Could not satisfy the request Accept header.",
    fr: "L'en-tête « Accept » n'a pas pu être satisfaite.",
    de: "Kann die Accept Kopfzeile der Anfrage nicht erfüllen.",
  },
  login: {
    en: "Unable to log in with provided credentials.",
    fr: "Impossible de se connecter avec les informations d'identification fournies.",
    de: "Die angegebenen Zugangsdaten stimmen nicht.",
  },
  required: {
    en: "This field is required.",
    fr: "Ce champ est obligatoire.",
    de: "Dieses Feld ist zwingend erforderlich.",
  },
};

/** @param {keyof typeof SENTENCES} sentence @param {Request} request */
export function worded(sentence, request) {
  const wanted = (request.headers["accept-language"] ?? "")
    .split(",")
    .map((each, place) => {
      const [language = "", quality] = each.split(";q=");
      return { language: language.trim().slice(0, 2).toLowerCase(), quality: Number(quality ?? 1) - place / 1000 };
    })
    .sort((one, other) => other.quality - one.quality)
    .map(({ language }) => language)
    .find((language) => language === "en" || language === "fr" || language === "de");
  return SENTENCES[sentence][wanted ?? "en"].replace("{method}", request.method);
}

/**
 * Which renderer the Accept header takes: the most specific of its types decides, and quality is not looked at.
 * @param {Request} request
 * @returns {"json" | "html" | undefined}
 */
export function negotiated(request) {
  const types = (request.headers.accept ?? "*/*").split(",").map((each) => {
    const [type = "", ...parameters] = each.split(";").map((part) => part.trim().toLowerCase());
    const plain = parameters.every((parameter) => parameter.startsWith("q="));
    return { type, weight: type === "*/*" ? 0 : type.endsWith("/*") ? 1 : plain ? 2 : 3 };
  });
  for (const weight of [3, 2, 1, 0]) {
    const here = types.filter((each) => each.weight === weight).map(({ type }) => type);
    if (here.some((type) => type === "application/json" || type === "application/*" || type === "*/*")) return "json";
    if (here.some((type) => type === "text/html" || type === "text/*")) return "html";
  }
  return undefined;
}

/** Undefined where the key opens the route; otherwise the sentence that refuses it. @param {Request} request @param {Access} access */
export function refusal(request, access) {
  if (access === "public") return undefined;
  const [word = "", ...rest] = (request.headers.authorization ?? "").trim().split(/\s+/);
  if (word.toLowerCase() !== "token") return "missing";
  const [key, ...more] = rest;
  if (key === undefined) return "empty";
  if (more.length > 0) return "spaces";
  if (key === KEYS.inactive) return "inactive";
  if (key === KEYS.admin) return undefined;
  if (key !== KEYS.good) return "wrong";
  return access === "admin" ? "forbidden" : undefined;
}

/**
 * A refusal of the service's own: JSON, or a page where a page was asked for.
 * @param {Request} request
 * @param {{ status: number, value: unknown, allow: string, title: string, form?: "json" | "html" | undefined }} refusal
 * @returns {Answer}
 */
export function refused(request, { status, value, allow, title, form = negotiated(request) }) {
  const challenge = status === 401 ? { "www-authenticate": "Token" } : {};
  const text = JSON.stringify(value);
  if (form === "html") {
    const shown = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
    return {
      status,
      headers: {
        "content-type": "text/html; charset=utf-8",
        ...challenge,
        vary: "Accept, Cookie, Accept-Language",
        allow,
      },
      body: `\n\n<!DOCTYPE html>\n<html>\n  <head>\n    <meta charset="utf-8">\n    <title>${title} – Django REST framework</title>\n  </head>\n  <body>\n    <h1>${title}</h1>\n    <pre>HTTP ${status}\n\n${shown}</pre>\n  </body>\n</html>\n`,
    };
  }
  return {
    status,
    headers: { "content-type": "application/json", ...challenge, vary: "Accept, Accept-Language", allow },
    body: text,
  };
}

/** A page of the framework below the routes. @param {number} status @param {string} title @param {string} [words] @returns {Answer} */
export function page(status, title, words = "") {
  return {
    status,
    headers: { "content-type": "text/html", vary: "Accept-Language" },
    body: `\n<!doctype html>\n<html lang="en">\n<head>\n  <title>${title}</title>\n</head>\n<body>\n  <h1>${title}</h1><p>${words}</p>\n</body>\n</html>\n`,
  };
}

/** A page of the proxy before the service. @param {number} status @returns {Answer} */
export function proxyPage(status) {
  const titles = /** @type {Record<number, string>} */ ({
    400: "400 Bad Request",
    403: "403 Forbidden",
    414: "414 Request-URI Too Large",
    429: "429 Too Many Requests",
    503: "503 Service Temporarily Unavailable",
  });
  const title = titles[status] ?? String(status);
  return {
    status,
    headers: { "content-type": "text/html" },
    body: `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n`,
  };
}
