// Converts between texts and file contents. VS Code uses the user's encoding setting, but only UTF-8 can encode every
// character.
import { workspace, type Uri } from "vscode";
import { isReadAsUtf8 } from "../../workbench/configuration.ts";

/** VS Code reads and writes a file that starts with this mark as UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

export function toBytes(uri: Uri, text: string): Uint8Array {
  return Buffer.from(isReadAsUtf8(uri) ? text : `${BYTE_ORDER_MARK}${text}`);
}

/** An editor that VS Code restored with unsaved text writes it in the user's encoding. */
export async function toText(uri: Uri, content: Uint8Array): Promise<string> {
  const { encoding = "utf8" } = workspace.textDocuments.find((each) => each.uri.toString() === uri.toString()) ?? {};
  const text = encoding.startsWith("utf8")
    ? Buffer.from(content).toString("utf8")
    : await workspace.decode(content, { encoding });
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}
