/** Renders the Markdown that previews need. Real servers support more. */

const ESCAPES = /** @type {Record<string, string>} */ ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&#34;" });

/** @param {string} text */
export const escapeHtml = (text) => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

/** @param {string} text @param {string} base the URL that relative links and issue numbers refer to */
export function renderMarkdown(text, base) {
  if (text === "") return "";
  const parts = text.split(/(```[^\n]*\n[\s\S]*?\n```)/);
  return parts.map((part) => (part.startsWith("```") ? codeBlock(part) : paragraphs(part, base))).join("");
}

/** @param {string} block */
function codeBlock(block) {
  const [, language = "", code = ""] = /^```([^\n]*)\n([\s\S]*)\n```$/.exec(block) ?? [];
  return `<pre class="code-block"><code class="chroma language-${escapeHtml(language.trim() || "text")}">${escapeHtml(code)}\n</code></pre>\n`;
}

/** @param {string} text @param {string} base */
function paragraphs(text, base) {
  return text
    .split(/\n{2,}/)
    .filter((each) => each.trim() !== "")
    .map((each) => {
      const heading = /^(#{1,6})\s+(.*)$/.exec(each.trim());
      if (heading !== null)
        return `<h${heading[1]?.length}>${inline(heading[2] ?? "", base)}</h${heading[1]?.length}>\n`;
      const entries = each.trim().split("\n");
      if (entries.every((line) => /^[-*]\s/.test(line))) {
        return `<ul>\n${entries.map((line) => `<li>${inline(line.slice(2), base)}</li>\n`).join("")}</ul>\n`;
      }
      return `<p dir="auto">${entries.map((line) => inline(line, base)).join("<br/>\n")}</p>\n`;
    })
    .join("");
}

/** @param {string} text @param {string} base */
function inline(text, base) {
  return escapeHtml(text)
    .replace(/`([^`]+)`/g, "<code>$1</code>")
    .replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>")
    .replace(/\*([^*]+)\*/g, "<em>$1</em>")
    .replace(/\[([^\]]+)\]\((https?:[^)\s]+)\)/g, '<a href="$2" rel="nofollow">$1</a>')
    .replace(/(^|\s)#(\d+)\b/g, `$1<a href="${base}/issues/$2" class="ref-issue" rel="nofollow">#$2</a>`);
}
