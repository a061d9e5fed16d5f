// Diagnostics, hovers and quick fixes for findings.
import {
  CodeAction,
  CodeActionKind,
  DiagnosticSeverity,
  Disposable,
  languages,
  Range,
  Uri,
  type Diagnostic,
  type DiagnosticCollection,
  type Hover,
  type Position,
  type TextDocument,
} from "vscode";
import type { CommandId } from "../../workbench/commands.ts";
import { inLine } from "../../workbench/text/encode.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { fill, paragraphs, webLink } from "../../workbench/text/markdown.ts";
import type { Settings } from "../../workbench/settings.ts";
import { commandLink, finding, findingCode, hover, tooltip } from "../../workbench/vscode-objects.ts";
import { placeCount } from "../wording/counts.ts";
import { pages } from "../model/exodus-urls.ts";
import {
  type FoundPermission,
  type FoundTracker,
  type InFile,
  isSensitive,
  PATTERN,
  permission,
} from "../../scan/index.ts";
import type { Store } from "../store/store.ts";
import { trackerName } from "../wording/tracker-names.ts";
import { describeFinding, describePermissionFinding, includesTracker, trackerHover } from "./finding-text.ts";
import { toPath } from "./find-files.ts";
import type { WorkspaceScan } from "./workspace-scan.ts";
import { DIAGNOSTICS } from "../store/settings.ts";

const OPEN = "triptych.trackers.openTracker" satisfies CommandId;
/** Severities by their names in the setting. */
const SEVERITIES = {
  hint: DiagnosticSeverity.Hint,
  information: DiagnosticSeverity.Information,
  warning: DiagnosticSeverity.Warning,
  error: DiagnosticSeverity.Error,
} as const;
const FILES = { scheme: "file", pattern: PATTERN };

interface FileFindings {
  readonly trackers: FoundTracker[];
  readonly permissions: FoundPermission[];
}

/** Shows findings in files as diagnostics, hovers and quick fixes. */
export class FindingMarkers implements Disposable {
  readonly #workspace: WorkspaceScan;
  readonly #store: Store;
  readonly #settings: Pick<Settings, "get" | "onDidChange">;
  readonly #diagnostics: DiagnosticCollection;
  readonly #owned: Disposable;
  #byFile: ReadonlyMap<string, FileFindings> = new Map();

  constructor(workspace: WorkspaceScan, store: Store, settings: Pick<Settings, "get" | "onDidChange">) {
    this.#workspace = workspace;
    this.#store = store;
    this.#settings = settings;
    this.#diagnostics = languages.createDiagnosticCollection("triptych.trackers");
    this.#owned = Disposable.from(
      this.#diagnostics,
      workspace.onDidChange(() => this.#mark()),
      settings.onDidChange((affects) => {
        if (affects(DIAGNOSTICS)) this.#mark();
      }),
      languages.registerHoverProvider(FILES, { provideHover: (document, position) => this.#hover(document, position) }),
      languages.registerCodeActionsProvider(
        FILES,
        { provideCodeActions: (document, range) => this.#actions(document, range) },
        { providedCodeActionKinds: [CodeActionKind.QuickFix] },
      ),
    );
    this.#mark();
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #mark(): void {
    const { found } = this.#workspace;
    const { trackers = [], permissions = [] } = found?.findings ?? {};
    const byFile = new Map<string, FileFindings>();
    const getFindings = ({ file }: InFile): FileFindings => {
      const findings = byFile.get(file) ?? { trackers: [], permissions: [] };
      byFile.set(file, findings);
      return findings;
    };
    for (const each of trackers) getFindings(each).trackers.push(each);
    for (const each of permissions) getFindings(each).permissions.push(each);
    for (const { trackers: inFile } of byFile.values())
      inFile.sort((a, b) => a.spot.line - b.spot.line || a.spot.from - b.spot.from);
    this.#byFile = byFile;
    this.#diagnostics.clear();
    const setting = this.#settings.get(DIAGNOSTICS);
    if (setting === "off") return;
    const severity = SEVERITIES[setting];
    for (const [file, findings] of byFile) {
      const marks = [
        ...findings.trackers.map((each) => this.#tracker(each, severity)),
        ...findings.permissions.flatMap((each) => permissionMark(each, severity)),
      ];
      this.#diagnostics.set(Uri.file(file), marks);
    }
  }

  #tracker(found: FoundTracker, severity: DiagnosticSeverity): Diagnostic {
    const diagnostic = finding(toRange(found), describeFinding(found, this.#store.knownTrackers), severity);
    const [first] = found.trackers;
    if (first !== undefined)
      diagnostic.code = findingCode(
        trackerName(first.tracker, this.#store.knownTrackers),
        Uri.parse(pages(this.#store.base).tracker(first.tracker), true),
      );
    return diagnostic;
  }

  #hover(document: TextDocument, position: Position): Hover | undefined {
    const found = this.#at(document, new Range(position, position));
    const permissions = this.#byFile.get(toPath(document.uri))?.permissions ?? [];
    const requested = permissions.find((each) => toRange(each).contains(position));
    if (requested !== undefined) return hover(toRange(requested), tooltip(describePermissionFinding(requested)));
    const [first] = found;
    if (first === undefined) return undefined;
    const list = this.#store.knownTrackers;
    const all = this.#workspace.found?.findings.trackers ?? [];
    const blocks = first.trackers.flatMap(({ tracker, signature }) => {
      const where = l10n.t("{0} in this workspace", placeCount(all.filter(includesTracker(tracker)).length));
      const about = tooltip(paragraphs(trackerHover(tracker, signature, list), where));
      return [about, commandLink(l10n.t("Open Tracker"), OPEN, [tracker])];
    });
    const license = tooltip(
      fill(
        l10n.t("Data: {0}, Open Database License 1.0. Presence in the code does not mean a tracker is active."),
        webLink(this.#store.host, this.#store.base),
      ),
    );
    return hover(toRange(first), ...blocks, license);
  }

  #actions(document: TextDocument, range: Range): CodeAction[] {
    const list = this.#store.knownTrackers;
    const ids = new Set(this.#at(document, range).flatMap(({ trackers }) => trackers.map(({ tracker }) => tracker)));
    return [...ids].map((tracker) => {
      const title = l10n.t("Open Tracker {0}", trackerName(tracker, list));
      const action = new CodeAction(inLine(title), CodeActionKind.QuickFix);
      action.command = { command: OPEN, title: inLine(title), arguments: [tracker] };
      return action;
    });
  }

  #at(document: TextDocument, range: Range): readonly FoundTracker[] {
    const inFile = this.#byFile.get(toPath(document.uri))?.trackers ?? [];
    return inFile.filter((each) => toRange(each).intersection(range) !== undefined);
  }
}

/** Only dangerous and special permissions are marked; the view lists all. */
function permissionMark(found: FoundPermission, severity: DiagnosticSeverity): readonly Diagnostic[] {
  const { level } = permission(found.name);
  return isSensitive(level) ? [finding(toRange(found), describePermissionFinding(found), severity)] : [];
}

export function toRange({ spot: { line, from, to } }: InFile): Range {
  return new Range(line, from, line, to);
}
