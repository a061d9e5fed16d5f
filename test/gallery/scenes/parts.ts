// The smaller parts of panels for the gallery, each in all of its states.
import { html } from "lit";
import "../../../src/panels/kit/layout/banner.ts";
import "../../../src/panels/kit/layout/busy.ts";
import "../../../src/panels/kit/text/code.ts";
import "../../../src/panels/kit/controls/copy.ts";
import "../../../src/panels/kit/layout/empty.ts";
import "../../../src/panels/kit/layout/fact-list.ts";
import "../../../src/panels/kit/layout/head.ts";
import "../../../src/panels/kit/icon.ts";
import "../../../src/panels/kit/controls/kind-switch.ts";
import "../../../src/panels/thread/parts/label.ts";
import "../../../src/panels/kit/layout/tabs.ts";
import "../../../src/panels/kit/text/time.ts";
import "../../../src/panels/kit/controls/tool-button.ts";
import { scene } from "./scene.ts";

const link = (words: string) => html`<button slot="actions" class="plain-link" type="button">${words}</button>`;
const labels = [
  ["bug", "d73a4a"],
  ["time zones", "fbca04"],
  ["help wanted", "008672"],
  ["area: tables", "1d1f5c"],
  ["white", "ffffff"],
  ["black", "#000"],
  ["תיעוד", "7057ff"],
  ["🌊 tides", "0e8a16"],
  ["a label whose name is so long that it does not fit into any column", "c5def5"],
];

export function parts() {
  return html`${scene(
    "head",
    "Head with a picture",
    html`<triptych-head>
      <span slot="mark" aria-hidden="true">T</span>
      <h3>Tramway</h3>
      <span slot="toolbar"
        ><triptych-tool worded pressed="true" icon="eye" name="Watched"></triptych-tool
        ><triptych-tool worded icon="export" name="Export…" hint="Export as CSV, JSON or Markdown"></triptych-tool
        ><triptych-tool icon="share" name="Share to Issue…"></triptych-tool
      ></span>
      <span slot="under" class="mono">org.example.tramway</span>
      <span slot="under" class="tag"><triptych-icon name="cloud-download"></triptych-icon>Google Play</span>
      <span slot="under">50,000+ downloads</span>
    </triptych-head>`,
  )}
  ${scene(
    "kinds",
    "Kinds",
    html`<triptych-kinds
      label="Kinds"
      chosen="all"
      .kinds=${[
        { id: "all", name: "All", count: "23" },
        { id: "comments", name: "Comments", count: "9" },
        { id: "events", name: "Events", count: "14" },
      ]}
    ></triptych-kinds>`,
  )}
  ${scene(
    "labels",
    "Labels, tags, states",
    html`<div class="row">
        ${labels.map(([name, color]) => html`<triptych-label name=${name} color=${color}></triptych-label>`)}
      </div>
      <p class="row">
        <span class="tag">Author</span><kbd>Ctrl+Enter</kbd
        ><span class="state good"><triptych-icon name="issues"></triptych-icon><span>Open</span></span
        ><span class="state done"><triptych-icon name="issue-closed"></triptych-icon><span>Closed</span></span
        ><span class="state done"><triptych-icon name="git-merge"></triptych-icon><span>Merged</span></span
        ><span class="state"><triptych-icon name="git-pull-request-draft"></triptych-icon><span>Draft</span></span>
      </p>`,
  )}
  ${scene(
    "buttons",
    "Buttons and fields",
    html`<div class="row">
      <button class="button" type="button">Post Comment</button
      ><button class="button second" type="button">Open in Editor</button
      ><button class="button" type="button" aria-disabled="true" title="Write something first">Send Result</button
      ><button class="plain-link" type="button">Show 9 More</button
      ><label class="row small">From <input class="field" size="12" value="103,482,317" /></label
      ><triptych-copy text="org.example.tramway" name="Package name"></triptych-copy>
      <triptych-tool worded icon="arrow-left" name="Previous" idle="Block 0 is the first"></triptych-tool
      ><triptych-tool worded trailing icon="arrow-right" name="103,482,917" hint="Next block"></triptych-tool>
    </div>`,
  )}
  ${scene(
    "banners",
    "Banners",
    html`<triptych-banner kind="caution" icon="debug-disconnect"
        ><b>Offline.</b> This is what was read at 14:12. Your draft is kept here and can be sent
        later.${link("Retry")}</triptych-banner
      ><triptych-banner kind="caution" icon="git-merge"
        ><b>alice changed this comment</b> while you were editing it, 3 min ago. Nothing was
        sent.${link("Compare and Merge")}${link("Show Theirs")}</triptych-banner
      ><triptych-banner kind="failed"
        ><b>Not sent.</b> git.example.org no longer accepts this token. The draft is
        kept.${link("Sign In")}${link("Show Log")}</triptych-banner
      ><triptych-banner icon="sync"
        ><b>The answer was lost.</b> Reading the thread to see whether the comment arrived.</triptych-banner
      ><triptych-banner kind="done">Comment posted 14:33.${link("Show")}</triptych-banner>`,
  )}
  ${scene(
    "empties",
    "Nothing to show, in four actions",
    html`<triptych-empty icon="comment" heading="No comments yet"
        >alice opened this 2 days ago. Write the first reply below.</triptych-empty
      ><triptych-empty icon="pass" tone="good" heading="No known trackers found"
        >Larder 2.19.0 from F-Droid was analyzed on 3 November 2026 against 432 trackers.<button
          slot="actions"
          class="button second"
          type="button"
        >
          Show Permissions
        </button></triptych-empty
      ><triptych-empty icon="clockface" heading="Not analyzed yet"
        >Field Notes is known from F-Droid, but no version has a report.<button
          slot="actions"
          class="button"
          type="button"
        >
          <triptych-icon name="link-external"></triptych-icon>Request an Analysis</button
        ><button slot="actions" class="button second" type="button">Watch</button></triptych-empty
      ><triptych-empty icon="error" tone="bad" heading="Could not load the report"
        >reports.exodus-privacy.eu.org answered 503 (busy). This says nothing about the app.<button
          slot="actions"
          class="button"
          type="button"
        >
          Retry Now</button
        ><button slot="actions" class="button second" type="button">Show Log</button></triptych-empty
      >`,
  )}
  ${scene(
    "busy",
    "Under way",
    html`<triptych-busy now>Reading #12 of lantern/almanac…</triptych-busy
      ><triptych-busy now cancels share="0.4">Verifying… 240 of 600 blocks, in order so far</triptych-busy>`,
  )}
  ${scene(
    "times",
    "Times",
    html`<p class="row">
      <triptych-time datetime="2026-11-20T14:31:50Z"></triptych-time>
      <triptych-time datetime="2026-11-20T13:58:02Z"></triptych-time>
      <triptych-time datetime="2026-11-19T16:20:31Z"></triptych-time>
      <triptych-time datetime="2019-11-19T16:20:31Z"></triptych-time>
      <triptych-time datetime="2026-11-25T16:20:31Z"></triptych-time>
      <triptych-time datetime="">unknown time</triptych-time>
    </p>`,
  )}
  ${scene(
    "codes",
    "Code",
    html`<triptych-code
        language="kotlin"
        .text=${'// The table is built once.\nfun build(station: Station): Table {\n    val day = ZonedDateTime.now(station.zone).toLocalDate() // not "systemUTC"\n    return Table(day, rows(station, 13, 0x1f))\n}'}
      ></triptych-code
      ><triptych-code
        label="Log"
        .text=${"11-20 02:14:08.512  W TideTable: built for 2026-11-19, station NZAKL, and this line is so long that it has to scroll inside the block instead of widening the panel"}
      ></triptych-code
      ><triptych-code .text=${""}></triptych-code>`,
  )}`;
}
