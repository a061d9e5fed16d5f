/**
 * Smaller projects: a second one of the same team, a private one, one with an external issue tracker and an archived
 * one.
 *
 * @param {import("./writer.js").Writer} write
 */
export function writeSmallProjects(write) {
  const lamp = write.repo("lantern", "lamp-firmware", {
    created: "2025-01-10 09:00",
    description: "Firmware of the harbour lamp: a night light that rises with the tide",
    language: "C",
    stars: 87,
    collaborators: { wren: "admin", nadia: "write", tomas: "write", alice: "read" },
  });
  write.label(lamp, "hardware", "fbca04", "Needs a soldering iron");
  write.label(lamp, "battery", "1d76db", "About how long it burns");
  const glyphs = write.issue(
    lamp,
    "wren",
    "2026-07-03 20:00",
    "Moon phases as glyphs",
    "Eight of them, 12 × 12 points:\n\n🌑 🌒 🌓 🌔 🌕 🌖 🌗 🌘",
  );
  write.say(glyphs, "ines", "2026-07-04 08:10", "I drew them. South of the equator they must be mirrored!");
  write.say(
    glyphs,
    "wren",
    "2026-07-04 09:00",
    "…which is a fine reason to ask for the latitude. Done in `moon.c`:\n\n```c\nstatic inline uint8_t mirrored(uint8_t phase, bool south) {\n    return south ? (8 - phase) & 7 : phase;\n}\n```",
  );
  const sleep = write.issue(
    lamp,
    "kofi",
    "2026-09-28 22:10",
    "Lamp wakes every hour although the tide stands",
    "At slack water nothing changes for 40 minutes, and still the radio comes up. That is a third of the battery.\n\nMeasured with lantern/almanac#1 fixed, so it is not the day.",
  );
  const [, battery] = lamp.labels;
  if (battery !== undefined) write.event(sleep, "wren", "2026-09-29 07:00", "label", { label: battery, body: "1" });
  write.say(
    sleep,
    "wren",
    "2026-09-29 07:20",
    "| state | mA | share of a day |\n|---|---:|---:|\n| asleep | 0.02 | 96 % |\n| lit | 14 | 3 % |\n| radio | 82 | 1 % |\n\nYou are right: it is the radio.",
  );
  const longest = write.issue(
    lamp,
    "nadia",
    "2026-10-05 09:00",
    "A very long title, as people write them when they put the whole of what they have to say into the one line that everybody reads first, with the rest left for another day",
    "…",
  );
  write.event(longest, "nadia", "2026-10-05 09:10", "close");

  const log = write.repo("nadia", "boat-log", {
    created: "2026-02-14 18:00",
    description: "Where we went, and what broke",
    isPrivate: true,
    collaborators: { kofi: "write" },
  });
  const leak = write.issue(
    log,
    "nadia",
    "2026-08-30 19:30",
    "Port light leaks",
    "Water in the port light again. I would print lantern/almanac#5 on something that floats.",
  );
  write.say(leak, "kofi", "2026-08-30 20:00", "Sikaflex?");

  write.repo("lantern", "website", {
    created: "2025-04-01 10:00",
    description: "lantern.example; uses another issue tracker",
    units: { issues: "external", pulls: true },
    collaborators: { ines: "admin" },
  });
  const museum = write.repo("lantern", "paper-tables", {
    created: "2019-05-01 10:00",
    description: "The scripts of the first edition, kept for the record",
    language: "Perl",
    archived: "2024-03-02 09:00",
  });
  const last = write.issue(
    museum,
    "nadia",
    "2023-11-05 17:00",
    "Where is this going?",
    "Into lantern/almanac. This repository stays readable.",
  );
  write.say(last, "tomas", "2023-11-06 09:00", "Thank you for all the tides. 🕯️");
}
