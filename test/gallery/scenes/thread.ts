// A thread for the gallery, with comments, events, images and reviews.
import { html } from "lit";
import "../../../src/panels/thread/parts/avatar.ts";
import "../../../src/panels/thread/parts/comment.ts";
import "../../../src/panels/thread/parts/event.ts";
import "../../../src/panels/thread/parts/hunk.ts";
import type { ImageState } from "../../../src/panels/kit/text/image-state.ts";
import "../../../src/panels/kit/text/prose.ts";
import "../../../src/panels/thread/parts/reactions.ts";
import "../../../src/panels/thread/parts/timeline.ts";
import "../../../src/panels/thread/parts/write-box.ts";
import { scene } from "./scene.ts";

const wave =
  "data:image/svg+xml," +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="60"><path d="M0 30q30-40 60 0t60 0 60 0 60 0" fill="none" stroke="gray" stroke-width="3"/></svg>',
  );

const images = new Map<string, ImageState>([
  ["https://shown.example.org/tides.svg", { kind: "shown", source: wave }],
  ["https://slow.example.org/tides.png", { kind: "loading" }],
  ["https://gone.example.org/tides.png", { kind: "failed", reason: "gone.example.org answered 404." }],
]);

const everything = `## What was tried

1. Set the phone to **Auckland** and open a station there.
2. Wait for *13:00* local time, which is ~~noon~~ midnight in UTC.

- [x] Keep the station's zone in \`Station.zone\`
- [ ] Build the table with \`ZonedDateTime.now(station.zone)\`

> [@marek](/marek) wrote: takes its date from \`Clock.systemUTC()\`

> [!WARNING]
> The printed edition has the **wrong day** for Apia.

> [!TIP]
> Compare with the table of a neighboring station.

| Place | Offset | Seen |
|:------|-------:|:----:|
| Auckland | +13:00 | yes |
| Apia | +13:00 | yes 👍🏽 |

\`\`\`json
{ "station": "NZAKL", "rows": 0, "zone": null }
\`\`\`

The height is $h_0 * cos(w * t)$[^1].

[^1]: Without the wind, see <https://example.org/tides>.

A line that is
broken, a plain address https://example.org/tides?x=1&y=2, [a script](javascript:alert(1)), <img src=https://raw.example.org/pixel.gif onerror=alert(1)> and a very long word: ${"Donaudampfschifffahrts".repeat(8)}.`;

const patch = `@@ -41,3 +41,3 @@ class TideTable
     fun build(station: Station): Table {
-        val day = LocalDate.now(Clock.systemUTC())
+        val day = ZonedDateTime.now(station.zone).toLocalDate() // the station's own midnight, wherever it is
         return Table(day, rows(station, day))
`;

export function thread() {
  return html`${scene(
    "thread",
    "Thread",
    html`<triptych-timeline label="Timeline"
      ><triptych-comment
        who="alice"
        author-role="Author"
        at="2026-11-18T09:14:22Z"
        can="react quote"
        data-vscode-context='{"webviewSection":"comment","comment":1}'
        ><triptych-prose
          .text=${"After midnight UTC the table still lists yesterday's tides until the app is restarted. Seen on three phones, all set to `Pacific/Auckland`."}
        ></triptych-prose
        ><triptych-reactions
          slot="foot"
          .reactions=${[
            { id: "+1", emoji: "👍", people: ["jun", "ines"], own: true },
            { id: "heart", emoji: "❤️", people: [], own: true },
            { id: "rocket", emoji: "🚀", people: ["alice"], own: false },
          ]}
        ></triptych-reactions></triptych-comment
      ><triptych-event icon="tag" at="2026-11-18T09:41:10Z" folds
        ><b>marek</b> added 2 labels and set the milestone<triptych-event
          slot="inside"
          icon="tag"
          at="2026-11-18T09:41:10Z"
          >added <triptych-label name="bug" color="d73a4a"></triptych-label></triptych-event
        ><triptych-event slot="inside" icon="milestone" at="2026-11-18T09:41:14Z"
          >set the milestone 8.4</triptych-event
        ></triptych-event
      ><triptych-comment
        who="marek"
        at="2026-11-18T10:05:48Z"
        edited="2026-11-18T10:21:03Z"
        can="react quote edit delete"
        ><triptych-prose
          .text=${everything}
          base="https://codeberg.org/lantern/almanac/"
          .images=${images}
        ></triptych-prose></triptych-comment
      ><triptych-event icon="comment"
        >4 comments and 3 events of 18 and 19 November
        <button class="plain-link" type="button">Show</button></triptych-event
      ><triptych-event icon="git-pull-request" at="2026-11-19T16:20:31Z"
        ><b>marek</b> mentioned this in <a href="https://codeberg.org/">!41 Build the tide table in local time</a>,
        which will close it</triptych-event
      ><triptych-event icon="trash" at="2026-11-20T12:20:45Z"
        >You deleted a comment. Its text is kept.
        <button class="plain-link" type="button">Post Again</button></triptych-event
      ><triptych-event icon="question" at="2026-11-20T12:31:00Z"
        ><b>forgejo-actions</b> made a change Triptych doesn't support (<span class="mono">pin_order</span
        >)</triptych-event
      ><triptych-comment who="ines" at="2026-11-20T13:58:02Z" can="react quote" unread news="2 new since 13:10"
        ><triptych-prose
          .text=${"Same in Apia.\n\n![table-apia.png](https://example.org/table-apia.png)\n\n![tides](https://shown.example.org/tides.svg)\n\n![](https://slow.example.org/tides.png)\n\n![tides](https://gone.example.org/tides.png)"}
          .images=${images}
        ></triptych-prose></triptych-comment
      ><triptych-comment who="שרה כהן" author-role="Owner" at="2026-11-20T14:28:07Z" can="react quote" unread
        ><triptych-prose>אותו דבר בחיפה, ראו \`TideTable\` בגרסה 8.4.</triptych-prose></triptych-comment
      ><triptych-comment
        who="🌊 a person with a very long name that goes on and on and on"
        at="2019-02-03T04:05:06Z"
        can=""
        ><triptych-prose></triptych-prose></triptych-comment
      ><triptych-comment who="jun" at="2026-11-20T13:31:20Z" can="quote"
        ><span slot="beside" class="row"
          ><triptych-icon class="caution" name="request-changes"></triptych-icon>requested changes</span
        ><triptych-prose>Two small things, then it can go in.</triptych-prose
        ><triptych-hunk path="app/src/main/kotlin/TideTable.kt" language="kotlin" .patch=${patch}></triptych-hunk
        ><triptych-hunk outdated path="app/src/main/kotlin/Clock.kt" .patch=${patch}></triptych-hunk></triptych-comment
    ></triptych-timeline>`,
  )}
  ${scene(
    "write",
    "Write box",
    html`<triptych-write-box
        who="marek"
        label="Reply to #12"
        status="Draft saved 14:31"
        .value=${"Thanks, the log settles it."}
      ></triptych-write-box
      ><triptych-write-box who="marek" label="Write the first reply"></triptych-write-box
      ><triptych-write-box
        who="marek"
        label="Edit the comment"
        status="Changed, not sent"
        status-icon="warning"
        status-tone="caution"
        .value=${"שלום"}
      ></triptych-write-box
      ><triptych-write-box who="marek" label="Reply to jun" sending .value=${"On its way."}></triptych-write-box>`,
  )}
  ${scene(
    "narrow",
    "At 300 pixels",
    html`<div class="narrow">
      <triptych-timeline label="Narrow timeline">
        <triptych-comment who="alice" author-role="Owner" at="2026-11-18T09:14:22Z" can="react quote edit delete" unread
          ><triptych-prose
            .text=${"A `code.that.is.long_enough_to_break` and\n\n```\na line of code that is longer than the panel is wide\n```\n\n![x](https://example.org/a.png)"}
          ></triptych-prose></triptych-comment
        ><triptych-event icon="tag" at="2026-11-18T09:41:10Z"
          ><b>a.person.with.a.long.name</b> added
          <triptych-label name="time zones" color="fbca04"></triptych-label></triptych-event></triptych-timeline
      ><triptych-banner kind="failed"
        ><b>Not sent.</b> git.example.org no longer accepts this token.<button
          slot="actions"
          class="plain-link"
          type="button"
        >
          Sign In
        </button></triptych-banner
      ><triptych-facts
        ><triptych-fact name="Hash" wide mono copy="0x28486b8d02dacf58c2f273b7888ec16bb4d033a294583fca309d32f71d0b7039"
          >0x28486b8d02dacf58c2f273b7888ec16bb4d033a294583fca309d32f71d0b7039</triptych-fact
        ><triptych-fact name="Receipts root"></triptych-fact></triptych-facts
      ><triptych-write-box who="marek" label="Reply"></triptych-write-box>
    </div>`,
  )}`;
}
