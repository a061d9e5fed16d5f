// The texts of the parts that all panels share. Each page includes them, because webviews have no `vscode.l10n`.

/** Translates sentences: the extension's `l10n`, or a substitute outside VS Code. */
interface Translator {
  t(sentence: string): string;
}

export type KitStrings = Readonly<ReturnType<typeof translateKit>>;

export function translateKit(l10n: Translator) {
  return {
    actions: l10n.t("Actions"),
    addReaction: l10n.t("Add Reaction"),
    always: l10n.t("Always from This Host"),
    cancel: l10n.t("Cancel"),
    chart: l10n.t("Chart"),
    chosen: l10n.t("Selected"),
    chosenRange: l10n.t("Selected {0} – {1}"),
    clear: l10n.t("Clear"),
    code: l10n.t("Code"),
    comment: l10n.t("Comment by {0}, {1}"),
    copied: l10n.t("Copied"),
    copy: l10n.t("Copy"),
    copyNamed: l10n.t("Copy {0}"),
    deleteComment: l10n.t("Delete"),
    done: l10n.t("Done"),
    edit: l10n.t("Edit"),
    edited: l10n.t("edited"),
    editedAt: l10n.t("Edited {0}"),
    empty: l10n.t("Write something first"),
    figureGap: l10n.t("not recorded"),
    figureGaps: l10n.t("gaps: not recorded"),
    hunk: l10n.t("Changed lines of {0}"),
    image: l10n.t("Image not loaded"),
    imageFailed: l10n.t("Could not load the image. {0}"),
    imageFrom: l10n.t("Image from {0}, not loaded"),
    imageLoading: l10n.t("Loading the image…"),
    keysChoose: l10n.t("hold to select"),
    keysClear: l10n.t("clear"),
    keysMove: l10n.t("move"),
    keysZoom: l10n.t("zoom"),
    lineAdded: l10n.t("added"),
    lineRemoved: l10n.t("removed"),
    loadOnce: l10n.t("Load Once"),
    manageHosts: l10n.t("Manage Image Hosts…"),
    more: l10n.t("More"),
    newMark: l10n.t("New"),
    notCopied: l10n.t("Not copied"),
    notRecorded: l10n.t("Not recorded"),
    openInEditor: l10n.t("Open in Editor"),
    others: l10n.t("{0} others"),
    outdated: l10n.t("Outdated"),
    post: l10n.t("Post Comment"),
    quote: l10n.t("Quote in Reply"),
    retry: l10n.t("Retry"),
    rows: l10n.t("Rows {0} – {1} of {2}"),
    sending: l10n.t("Sending…"),
    showAs: l10n.t("Show as"),
    stopped: l10n.t("Triptych has stopped."),
    stoppedNext: l10n.t("This page may be out of date. Reload the window to continue."),
    table: l10n.t("Table"),
    toDo: l10n.t("To do"),
    write: l10n.t("Write a reply"),
    you: l10n.t("you"),
    zoomIn: l10n.t("Zoom In"),
    zoomOut: l10n.t("Zoom Out"),
  };
}
