/** An element of rendered markup, as far as tests need it. */
export interface Tag {
  name: string;
  attributes: Readonly<Record<string, string>>;
}

/**
 * Parses markup that React wrote and rejects any other: every character must belong to a tag with quoted
 * attributes, or to text without angle brackets.
 */
export function readMarkup(markup: string): { tags: Tag[]; text: string } {
  const token =
    /<(?<close>\/)?(?<name>[a-zA-Z][\w-]*)(?<attributes>(?:\s+[\w:-]+="[^"<>]*")*)\s*\/?>|(?<text>[^<>]+)/gy;
  const tags: Tag[] = [];
  let text = "";
  let end = 0;
  for (let match = token.exec(markup); match; match = token.exec(markup)) {
    end = token.lastIndex;
    const { close, name, attributes = "", text: words } = match.groups ?? {};
    if (words !== undefined) text += decode(words);
    else if (!close && name) tags.push({ name: name.toLowerCase(), attributes: readAttributes(attributes) });
  }
  if (end !== markup.length) throw new Error(`Not markup of React's: ${markup.slice(end, end + 80)}`);
  return { tags, text };
}

function readAttributes(source: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name = "", value = ""] of source.matchAll(/([\w:-]+)="([^"]*)"/g)) {
    attributes[name.toLowerCase()] = decode(value);
  }
  return attributes;
}

function decode(text: string): string {
  return text
    .replace(/&#x([\da-f]+);/gi, (_, digits: string) => String.fromCodePoint(Number.parseInt(digits, 16)))
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}
