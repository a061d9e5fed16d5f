import { nothing } from "lit";
import type { TemplateResult } from "lit";
import { html } from "../kit/html.ts";
import { icon } from "../kit/icon.ts";
import type { Column } from "../kit/table.ts";
import { newTag, trackerName, wordLink } from "./controls.ts";
import type { Act, OpenTracker } from "./controls.ts";
import type { Group, PermissionLine, Picture, Section, TrackerLine } from "./messages.ts";

/** The trackers of a version under their categories, or the picture of there being none. */
export function trackers(
  { heading, count, columns, groups, picture, note, more }: Section<TrackerLine>,
  drawn: (picture: Picture) => TemplateResult,
  act: Act,
  open: OpenTracker,
): TemplateResult {
  const [name = "", signature = "", also = ""] = columns;
  const layout: readonly Column<TrackerLine>[] = [
    {
      name,
      width: "minmax(0, 10fr)",
      cell: (each) => html`${trackerName(each, open)}${newTag(each.isNew)}`,
    },
    {
      name: signature,
      width: "minmax(0, 15fr)",
      mono: true,
      cell: (each) => (each.signatures.length === 0 ? "" : lines(each.signatures)),
    },
    {
      name: also,
      width: "minmax(0, 7fr)",
      cell: (each) => each.also && html`<span class="quiet small">${each.also}</span>`,
    },
  ];
  return html`<section>
    <div class="row">
      <h2>${heading} <span class="count">${count}</span></h2>
      ${more === undefined ? nothing : wordLink(more, act, "push small")}
    </div>
    ${picture === undefined ? nothing : drawn(picture)}
    ${groups.map(
      (group) =>
        html`${over(group)}<triptych-table
            plain
            label=${group.name}
            .columns=${layout}
            .rows=${group.lines}
          ></triptych-table>`,
    )}
    ${note === undefined || groups.length === 0 ? nothing : html`<p class="quiet small note">${note}</p>`}
  </section>`;
}

/** The permissions of a version by level, those that may hurt first. */
export function permissions(
  { heading, count, columns, groups, note, noWords }: Section<PermissionLine> & { readonly noWords: string },
  unfolded: ReadonlySet<string>,
  unfold: (group: string) => void,
): TemplateResult {
  const [name = "", allows = "", under = ""] = columns;
  const layout: readonly Column<PermissionLine>[] = [
    {
      name,
      width: "minmax(0, 11fr)",
      mono: true,
      cell: (each) => html`${each.name}${newTag(each.isNew)}`,
      exact: (each) => each.full,
    },
    {
      name: allows,
      width: "minmax(0, 12fr)",
      cell: (each) => (each.allows === "" ? html`<span class="quiet">${noWords}</span>` : each.allows),
    },
    {
      name: under,
      width: "minmax(0, 8fr)",
      cell: (each) => each.group && html`<span class="quiet small">${each.group}</span>`,
    },
  ];
  return html`<section>
    <h2>${heading} <span class="count">${count}</span></h2>
    ${groups.map((group) => {
      const { fold } = group;
      const folded = fold !== undefined && !unfolded.has(group.name);
      const lines = folded ? group.lines.slice(0, fold.shown) : group.lines;
      return html`${over(group)}<triptych-table
          plain
          label=${group.name}
          .columns=${layout}
          .rows=${lines}
        ></triptych-table>
        ${
          folded
            ? html`<button class="plain-link more" type="button" @click=${() => unfold(group.name)}>
                ${fold.more}
              </button>`
            : nothing
        }`;
    })}
    ${note === undefined ? nothing : html`<p class="quiet small note">${note}</p>`}
  </section>`;
}

/** A level is said in words; its icon only repeats them. */
function over({ name, count, icon: glyph, tone }: Group<unknown>): TemplateResult {
  return html`<h3 class="over">${icon(glyph, tone)} ${name} <span class="count">${count}</span></h3>`;
}

function lines(texts: readonly string[]): TemplateResult {
  return html`${texts.map((each, place) => (place === 0 ? each : html`<br />${each}`))}`;
}
