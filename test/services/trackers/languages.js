// Translates error messages with the framework's own translations, and parses Accept-Language like the framework.
/** @typedef {import("../core/service.js").Request} Request */

/** The languages of the server. The first is the default. */
export const LANGUAGES = /** @type {const} */ (["en", "fr", "es", "de", "el", "it"]);

/** @typedef {(typeof LANGUAGES)[number]} Language */

/** @type {Readonly<Record<string, Readonly<Record<Language, string>>>>} */
const SENTENCES = {
  missing: {
    en: "Authentication credentials were not provided.",
    fr: "Informations d'authentification non fournies.",
    es: "Las credenciales de autenticación no se proveyeron.",
    de: "Anmeldedaten fehlen.",
    el: "Δεν δόθηκαν διαπιστευτήρια.",
    it: "Non sono state immesse le credenziali di autenticazione.",
  },
  wrong: {
    en: "Invalid token.",
    fr: "Token non valide.",
    es: "Token inválido.",
    de: "Ungültiges Token",
    el: "Λανθασμένο token",
    it: "Token invalido.",
  },
  empty: {
    en: "Invalid token header. No credentials provided.",
    fr: "En-tête « token » non valide. Informations d'identification non fournies.",
    es: "Cabecera token inválida. Las credenciales no fueron suministradas.",
    de: "Ungültiger token header. Keine Zugangsdaten angegeben.",
    el: "Λανθασμένη επικεφαλίδα token. Δεν υπάρχουν διαπιστευτήρια.",
    it: "Header del token non valido. Credenziali non fornite.",
  },
  spaces: {
    en: "Invalid token header. Token string should not contain spaces.",
    fr: "En-tête « token » non valide. Un token ne doit pas contenir d'espaces.",
    es: "Cabecera token inválida. La cadena token no debe contener espacios.",
    de: "Ungültiger token header. Zugangsdaten sollen keine Leerzeichen enthalten.",
    el: "Λανθασμένη επικεφαλίδα token. Το token δεν πρέπει να περιέχει κενά.",
    it: "Header del token non valido. Il contenuto del token non dovrebbe contenere spazi.",
  },
  characters: {
    en: "Invalid token header. Token string should not contain invalid characters.",
    fr: "En-tête « token » non valide. Un token ne doit pas contenir de caractères invalides.",
    es: "Cabecera token inválida. La cadena token no debe contener caracteres inválidos.",
    de: "Ungültiger Token Header. Tokens dürfen keine ungültigen Zeichen enthalten.",
    el: "Λανθασμένη επικεφαλίδα token. Το token περιέχει μη επιτρεπτούς χαρακτήρες.",
    it: "Header del token invalido. Il contenuto del token non dovrebbe contenere caratteri illegali.",
  },
  inactive: {
    en: "User inactive or deleted.",
    fr: "Utilisateur inactif ou supprimé.",
    es: "Usuario inactivo o borrado.",
    de: "Benutzer inaktiv oder gelöscht.",
    el: "Ο χρήστης είναι ανενεργός ή διεγραμμένος.",
    it: "Utente inattivo o eliminato.",
  },
  forbidden: {
    en: "You do not have permission to perform this action.",
    fr: "Vous n'avez pas la permission d'effectuer cette action.",
    es: "Usted no tiene permiso para realizar esta acción.",
    de: "Sie sind nicht berechtigt diese Aktion durchzuführen.",
    el: "Δεν έχετε δικαίωματα για αυτή την ενέργεια.",
    it: "Non hai l'autorizzazione per eseguire questa azione.",
  },
  notFound: {
    en: "Not found.",
    fr: "Pas trouvé.",
    es: "No encontrado.",
    de: "Nicht gefunden.",
    el: "Δε βρέθηκε.",
    it: "Non trovato.",
  },
  notAllowed: {
    en: 'Method "{0}" not allowed.',
    fr: "Méthode «\u00a0{0}\u00a0» non autorisée.",
    es: 'Método "{0}" no permitido.',
    de: 'Methode "{0}" nicht erlaubt.',
    el: 'Η μέθοδος "{0}" δεν επιτρέπεται.',
    it: 'Metodo "{0}" non consentito',
  },
  notAcceptable: {
    en: "Could not satisfy the request Accept header.",
    fr: "L'en-tête « Accept » n'a pas pu être satisfaite.",
    es: "No se ha podido satisfacer la solicitud de cabecera de Accept.",
    de: "Kann die Accept Kopfzeile der Anfrage nicht erfüllen.",
    el: "Δεν ήταν δυνατή η ικανοποίηση της επικεφαλίδας Accept της αίτησης.",
    it: 'Impossibile soddisfare l\'header "Accept" presente nella richiesta.',
  },
  mediaType: {
    en: 'Unsupported media type "{0}" in request.',
    fr: "Type de média «\u00a0{0}\u00a0» non supporté.",
    es: 'Tipo de medio "{0}" incompatible en la solicitud.',
    de: 'Nicht unterstützter Medientyp "{0}" in der Anfrage.',
    el: 'Δεν υποστηρίζεται το media type "{0}" της αίτησης.',
    it: 'Tipo di media "{0}"non supportato.',
  },
  login: {
    en: "Unable to log in with provided credentials.",
    fr: "Impossible de se connecter avec les informations d'identification fournies.",
    es: "No puede iniciar sesión con las credenciales proporcionadas.",
    de: "Die angegebenen Zugangsdaten stimmen nicht.",
    el: "Δεν είναι δυνατή η σύνδεση με τα διαπιστευτήρια.",
    it: "Impossibile eseguire il login con le credenziali immesse.",
  },
  required: {
    en: "This field is required.",
    fr: "Ce champ est obligatoire.",
    es: "Este campo es requerido.",
    de: "Dieses Feld ist zwingend erforderlich.",
    el: "Το πεδίο είναι απαραίτητο.",
    it: "Campo obbligatorio.",
  },
};

/** @typedef {"missing" | "wrong" | "empty" | "spaces" | "characters" | "inactive" | "forbidden" | "notFound" | "notAllowed" | "notAcceptable" | "mediaType" | "login" | "required"} Sentence */

const WANTED = /([A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*|\*)(?:\s*;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?(?:\s*,\s*|$)/;

/**
 * Returns the language of a response: the supported language with the highest quality, such as `es` for `es-AR`. A
 * quality of 0 doesn't exclude a language, `*` ends the search, and an invalid header is ignored.
 * @param {Request} request
 * @returns {Language}
 */
export function languageOf({ headers }) {
  const pieces = (headers["accept-language"] ?? "").toLowerCase().split(new RegExp(WANTED, "g"));
  if (pieces.some((piece, place) => place % 3 === 0 && piece !== "")) return "en";
  const wanted = pieces
    .flatMap((piece, place) =>
      place % 3 === 1 ? [{ name: piece ?? "", quality: Number(pieces[place + 1] ?? 1) }] : [],
    )
    .sort((one, other) => other.quality - one.quality);
  for (const { name } of wanted) {
    if (name === "*") break;
    const found = LANGUAGES.find((each) => each === name.split("-")[0]);
    if (found !== undefined) return found;
  }
  return "en";
}

/** @param {Sentence} sentence @param {Request} request @param {string} [about] */
export function translate(sentence, request, about = "") {
  return (SENTENCES[sentence]?.[languageOf(request)] ?? "").replace("{0}", about);
}
