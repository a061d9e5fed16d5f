// Texts that are hard to parse, in any size.

const PUMPS: Readonly<Record<string, string>> = {
  blanks: " ",
  "line breaks": "\n",
  tabs: "\t",
  "bold that never ends": "**a ",
  "brackets that never close": "[",
  links: "[a](command:x)",
  "links in links": "[![a](",
  "code that never ends": "`",
  "HTML that never closes": "<a ",
  "HTML comments": "<!--",
  entities: "&#x202e;",
  references: "#1 a/b#2 !3 ",
  "names with dots": "a.b-c_",
  emails: "a@b.c ",
  "bidirectional overrides": "\u202e\u2066",
  "control characters": "\u0000\u001b[31m\u0007",
  "combining characters": "a\u0301\u0301\u0301",
  "lone surrogates": "\ud800",
  formulas: "=HYPERLINK(1)\t",
  quotes: "\"'",
  backslashes: "\\",
  "stars of a glob": "**/",
  "stars and a letter": "*a",
  "open braces": "{",
  "open parentheses": "(",
  assignments: "a=b ",
  "sections of a configuration": '[remote "x"]\n\turl = a\n',
  "escaped line breaks": "\\\n",
  dependencies: 'implementation("a:b:1")\n',
  "text that never closes": '"""',
  interpolations: "${a.",
  "comments that never close": "/*",
  "elements of XML": "<a b='",
  icons: "$(trash) ",
  "icons that never close": "$(a",
  "links that never end": "](a:",
  "isolates that never end": "\u2067",
  "ends of isolates": "\u2069",
  "overrides and their ends": "\u202a\u2069\u202c",
  "secrets by their name": "&token",
  "escaped characters": "%30",
};

export interface Growing {
  readonly name: string;
  /** What the text repeats. */
  readonly pump: string;
  /** Returns a text of this many thousand characters. A server or a folder may well contain a thousand. */
  readonly at: (thousands: number) => string;
}

export const GROWING: readonly Growing[] = Object.entries(PUMPS).map(([name, pump]) => ({
  name,
  pump,
  at: (thousands) => pump.repeat(Math.ceil((thousands * 1000) / pump.length)),
}));
