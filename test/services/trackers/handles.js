// Names and package names of the sandbox's apps.
import { mixer, shuffled } from "../core/mix.js";
import { APPLICATIONS, HOUSES, QUALIFIERS } from "./names.js";

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
    this.houses = ["", ...shuffled(HOUSES, (place) => draw(place, 2))];
    /** @type {Map<string, number> | undefined} */
    this.bySlug = undefined;
  }

  /** Returns the parts of the name at a place: plain names first, then qualified names, then those of a house. @param {number} place */
  parts(place) {
    const perHouse = this.names.length * this.qualifiers.length;
    const rest = place % perHouse;
    const name = this.names[rest % this.names.length] ?? { name: "", slug: "" };
    const qualifier = this.qualifiers[Math.floor(rest / this.names.length)] ?? "";
    const house = Math.floor(place / perHouse);
    return {
      name: `${qualifier} ${name.name}`.trim(),
      slug: `${qualifier.toLowerCase()}${name.slug}`,
      house: this.houses[house % this.houses.length] ?? "",
      // If there are more apps than names, the houses repeat with a number.
      round: Math.floor(house / this.houses.length),
    };
  }

  /** @param {number} place */
  handle(place) {
    const { slug, house, round } = this.parts(place);
    const domain = ["org", "com", "net"][place < FIRST_DOMAIN ? 0 : this.mix(place, 0) % 3];
    return `${domain}.example.${house === "" ? "" : `${house}.`}${slug}${round === 0 ? "" : round + 1}`;
  }

  /** Returns the place of a handle, if there is one. @param {string} handle */
  find(handle) {
    const perHouse = this.names.length * this.qualifiers.length;
    this.bySlug ??= new Map(Array.from({ length: perHouse }, (_, place) => [this.parts(place).slug, place]));
    const [, , ...parts] = handle.split(".");
    const house = Math.max(0, this.houses.indexOf(parts[0] ?? ""));
    const [, slug = "", round = "1"] = /^(.*?)(\d*)$/.exec(parts.slice(house === 0 ? 0 : 1).join(".")) ?? [];
    const rest = this.bySlug.get(slug);
    if (rest === undefined) return undefined;
    const place = ((Number(round || "1") - 1) * this.houses.length + house) * perHouse + rest;
    return this.handle(place) === handle ? place : undefined;
  }
}
