// Texts as the content of files. VS Code reads and writes files in the encoding that the user has set for them, and none
// but UTF-8 has all characters that people write.
import { workspace, type Uri } from "vscode";
import { isReadAsUtf8 } from "../../workbench/configuration.ts";

/** VS Code reads a file that begins with it as UTF-8, and writes it as it was read. */
const BYTE_ORDER_MARK = "\uFEFF";

export function toBytes(uri: Uri, text: string): Uint8Array {
  return Buffer.from(isReadAsUtf8(uri) ? text : `${BYTE_ORDER_MARK}${text}`);
}

/** An editor that VS Code has restored with unsaved text writes it in the encoding that is set. */
export async function toText(uri: Uri, content: Uint8Array): Promise<string> {
  const { encoding = "utf8" } = workspace.textDocuments.find((each) => each.uri.toString() === uri.toString()) ?? {};
  const text = encoding.startsWith("utf8")
    ? Buffer.from(content).toString("utf8")
    : await workspace.decode(content, { encoding });
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}
