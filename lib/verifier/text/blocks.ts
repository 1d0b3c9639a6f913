import { blocks, isBlank, isHeadingLine, listLine, markdownLines } from "./markdown";

/** Artefacts that are one block of text. */
const ONE_BLOCK = new Set(
  "haiku limerick title headline tweet paragraph sentence summary slogan caption password joke riddle translation".split(
    " ",
  ),
);

const OPENING =
  /^(?:sure|certainly|of course|absolutely|okay|ok|great|here (?:is|are)|here's|below is|i have|i've|as requested)\b/i;
const CLOSING =
  /^(?:let me know|i hope|feel free|please let|note\b|this (?:essay|story|poem|haiku|email|letter|summary|list|article|text|headline|title|tweet)|is there anything|would you like|explanation\b|remember\b)/i;

/** True if a response contains more than the requested artefact: text before or after it, or a heading. */
export function hasSecondBlock(response: string, noun: string): boolean {
  const found = blocks(response);
  const [first] = found;
  const last = found.at(-1);
  if (!first || !last) return true;
  if (noun === "list")
    return !markdownLines(response).every((line) => isBlank(line.text) || listLine(line) !== null);
  if (noun === "json" || noun === "table" || noun === "code") return true;
  if (ONE_BLOCK.has(noun) && found.length > 1) return true;
  const bare = first.text.trim();
  if (OPENING.test(bare.replace(/^[*_"'\s]+/, "")) || (bare.endsWith(":") && !bare.includes("\n")))
    return true;
  if (isHeadingLine(bare.split("\n")[0] ?? "")) return true;
  if (found.length > 1 && !bare.includes("\n") && bare.length < 80 && !/[.!?…,]["'”’]?$/.test(bare))
    return true;
  return found.length > 1 && CLOSING.test(last.text.trim().replace(/^[*_("'\s]+/, ""));
}
