/**
 * The users and their tokens: first those of the laboratory in which real servers were recorded, then those of the demo
 * projects.
 *
 * @param {import("./writer.js").Writer} write
 */
export function writePeople(write) {
  write.user("root", { isAdmin: true, email: "root@lab.test" });
  for (const login of ["alice", "bob", "carol", "dave", "mallory", "erin2"]) {
    write.user(login, { email: `${login}@lab.test`, hidesEmail: false });
  }
  write.named("alice").language = "en-US";
  write.named("alice").blocked.add(write.named("mallory"));
  write.store.oldLogins.set("erin", write.named("erin2"));
  write.user("gone", { deleted: true });

  write.user("lantern", { fullName: "Lantern Project", description: "Free tide tables, almanacs and lamps" });
  write.user("harbour", { fullName: "Harbour Tools", description: "Charts, gauges and what sailors need" });
  write.organization("lantern", [["needs a translator", "c5def5", "For all our projects"]]);
  write.organization("harbour", []);
  write.user("nadia", { fullName: "Nadia Okafor", pronouns: "she/her", description: "Tides by day, bread by night" });
  write.user("tomas", { fullName: "Tomás Herrera", pronouns: "he/him", hidesEmail: true });
  write.user("ines", { fullName: "Inês Carvalho", description: "Typesetting and translations" });
  write.user("wren", { fullName: "Wren Ashdown", pronouns: "they/them" });
  write.user("kofi", { fullName: "Kofi Mensah", description: "Sails a Contessa 26" });
  write.user("yuki", { fullName: "Yuki Tanaka", language: "de-DE" });
  write.user("lamplighter-bot", { fullName: "Lamplighter", description: "I label things" });

  for (const login of ["root", "alice", "bob", "carol", "dave", "mallory", "erin2"]) write.token(login, login);
  for (const login of ["lantern", "nadia", "tomas", "ines", "wren", "kofi", "yuki"]) write.token(login, login);
  write.token("readonly", "alice", ["read:issue", "read:repository"]);
  write.token("browse", "nadia", ["read:issue"]);
  write.token("comment", "nadia", ["read:user", "read:repository", "write:issue"]);
  write.token("public", "alice", ["public-only", "read:user", "read:repository", "write:issue"]);
}

/**
 * Tokens that are limited to repositories, on servers that support them.
 * @param {import("./writer.js").Writer} write
 */
export function writeLimitedKeys(write) {
  if (!write.personality.repositoryTokens) return;
  const only = write.store.repository("lantern", "almanac");
  if (only !== undefined) write.token("almanac", "nadia", ["write:issue", "read:repository"], [only]);
  const demo = write.store.repository("alice", "demo");
  if (demo !== undefined) write.token("demo", "alice", ["write:issue", "read:repository"], [demo]);
}
