// Names and package names of the sandbox's apps.
import { mixer, shuffled } from "../core/mix.js";
import { APPLICATIONS, PUBLISHERS, QUALIFIERS } from "./names.js";

/** The first names are the same with any seed, for the demo. */
const FIXED_NAMES = 32;
/** The first apps have the first domain, for the same reason. */
const FIRST_DOMAIN = 12;

/** Maps places to names and package names, and package names to places. */
export class Handles {
  /** @param {string} seed */
  constructor(seed) {
    this.mix = mixer(`${seed}/handles`);
    const draw = mixer(`${seed}/names`);
    this.names = [...APPLICATIONS.slice(0, FIXED_NAMES), ...shuffled(APPLICATIONS.slice(FIXED_NAMES), draw)].map(
      (entry) => {
        const [name = "", slug] = entry.split("|");
        return { name, slug: slug ?? name.toLowerCase().replaceAll(/[^a-z0-9]/g, "") };
      },
    );
    this.qualifiers = ["", ...shuffled(QUALIFIERS, (place) => draw(place, 1))];
    this.publishers = ["", ...shuffled(PUBLISHERS, (place) => draw(place, 2))];
    /** @type {Map<string, number> | undefined} */
    this.bySlug = undefined;
  }

  /** Returns the parts of the name at a place: plain names first, then qualified names, then those of a publisher. @param {number} place */
  parts(place) {
    const perPublisher = this.names.length * this.qualifiers.length;
    const rest = place % perPublisher;
    const name = this.names[rest % this.names.length] ?? { name: "", slug: "" };
    const qualifier = this.qualifiers[Math.floor(rest / this.names.length)] ?? "";
    const publisher = Math.floor(place / perPublisher);
    return {
      name: `${qualifier} ${name.name}`.trim(),
      slug: `${qualifier.toLowerCase()}${name.slug}`,
      publisher: this.publishers[publisher % this.publishers.length] ?? "",
      // If there are more apps than names, the publishers repeat with a number.
      round: Math.floor(publisher / this.publishers.length),
    };
  }

  /** @param {number} place */
  handle(place) {
    const { slug, publisher, round } = this.parts(place);
    const domain = ["org", "com", "net"][place < FIRST_DOMAIN ? 0 : this.mix(place, 0) % 3];
    return `${domain}.example.${publisher === "" ? "" : `${publisher}.`}${slug}${round === 0 ? "" : round + 1}`;
  }

  /** Returns the place of a handle, if there is one. @param {string} handle */
  find(handle) {
    const perPublisher = this.names.length * this.qualifiers.length;
    this.bySlug ??= new Map(Array.from({ length: perPublisher }, (_, place) => [this.parts(place).slug, place]));
    const [, , ...parts] = handle.split(".");
    const publisher = Math.max(0, this.publishers.indexOf(parts[0] ?? ""));
    const [, slug = "", round = "1"] = /^(.*?)(\d*)$/.exec(parts.slice(publisher === 0 ? 0 : 1).join(".")) ?? [];
    const rest = this.bySlug.get(slug);
    if (rest === undefined) return undefined;
    const place = ((Number(round || "1") - 1) * this.publishers.length + publisher) * perPublisher + rest;
    return this.handle(place) === handle ? place : undefined;
  }
}
