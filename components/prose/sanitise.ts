import type { Element, Properties, Root } from "hast";
import { directionOf } from "./direction";
import { safeUrl } from "./safe-url";
import { type Child, classNamesOf, setChildren, textNode } from "./tree";

const MARKDOWN =
  "a blockquote br code del em h1 h2 h3 h4 h5 h6 hr img li mark ol p pre section span strong sup table tbody td th thead tr ul div";
const FORMULA =
  "svg path line g math semantics annotation menclose mfrac mi mn mo mover mpadded mphantom mroot mrow mspace " +
  "msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover";

/** Every element a text may contain. Others are replaced by their children. */
export const ELEMENTS: ReadonlySet<string> = new Set(`${MARKDOWN} ${FORMULA}`.split(" "));

/** Prefix of all ids in a parsed text, replaced by the reader's own when shown. */
export const ID_PREFIX = "prose-";

/** Allowed attributes by element, under the tree's names; `*` applies to all. */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  "*": "className dir",
  a: "href id dataFootnoteRef dataFootnoteBackref ariaLabel ariaDescribedBy",
  img: "src alt",
  li: "id dataMarker",
  h2: "id",
  mark: "dataQuotes dataFirst",
  ol: "start",
  section: "dataFootnotes",
  td: "align",
  th: "align",
};

/** Attributes that KaTeX writes, from numbers and colours it has validated. */
const FORMULA_ATTRIBUTES: ReadonlySet<string> = new Set(
  (
    "className style ariaHidden title xmlns viewBox preserveAspectRatio width height d x1 x2 y1 y2 strokeWidth " +
    "display encoding mathvariant stretchy fence separator lspace rspace depth columnalign rowspacing columnspacing " +
    "columnlines rowlines scriptlevel displaystyle minsize maxsize accent accentunder linethickness mathcolor " +
    "mathbackground mathsize notation voffset form symmetric movablelimits linebreak"
  ).split(" "),
);

const CLASS =
  /^(?:katex[\w-]*|hljs[\w-]*|language-[\w+-]+|contains-task-list|task-list-item|sr-only|footnotes|data-footnote[\w-]*)$/;
/** A list entry's number as written. */
const MARKER = /^\d{1,9}[.)]$/;
const BLOCKS: ReadonlySet<string> = new Set("h1 h2 h3 h4 h5 h6 p pre td th".split(" "));

/** Elements that contain blocks; a list entry's marker is on the list's own side. */
const CONTAINERS: ReadonlySet<string> = new Set("blockquote ol table ul".split(" "));
/**
 * Allowed values of style declarations. KaTeX sets lengths, colours and alignment; values that load a
 * resource or leave the text's box are rejected.
 */
const STYLE = /^(?:[\w-]+:[\w\s#.,%()+-]*;?)*$/;
const UNSAFE_STYLE = /url|expression|import|position\s*:\s*(?:fixed|sticky)|behaviou?r/i;

/**
 * Sanitises a text's tree before it is rendered: only known elements and attributes, safe links, and ids of
 * this text. The earlier steps comply already; this step guarantees it. Ids that begin with `before` get
 * `idPrefix` instead.
 */
export function sanitise({ idPrefix, before = idPrefix }: { idPrefix: string; before?: string }) {
  const ids: Ids = { before, after: idPrefix };
  return (tree: Root) => {
    setChildren(
      tree,
      tree.children.filter((child) => child.type === "element" || child.type === "text"),
    );
    clean(tree, ids);
  };
}

interface Ids {
  before: string;
  after: string;
}

function clean(parent: Root | Element, ids: Ids, inFormula = false): void {
  setChildren(
    parent,
    parent.children.flatMap((child): Child[] => {
      if (child.type === "text") return [child];
      if (child.type !== "element") return [];
      if (child.tagName === "input") return [textNode(child.properties.checked ? "☑ " : "☐ ")];
      const formula = inFormula || classNamesOf(child).some((name) => /^katex/.test(name));
      clean(child, ids, formula);
      if (!ELEMENTS.has(child.tagName)) return child.children;
      child.properties = properties(child, ids, formula);
      if (child.tagName === "a" && child.properties.href === undefined) child.tagName = "span";
      return [child];
    }),
  );
}

function properties(node: Element, ids: Ids, inFormula: boolean): Properties {
  const allowed = new Set(`${ATTRIBUTES["*"]} ${ATTRIBUTES[node.tagName] ?? ""}`.split(" "));
  const properties: Properties = {};
  for (const [name, value] of Object.entries(node.properties)) {
    if (name === "className")
      properties.className = classNamesOf(node).filter((each) => inFormula || CLASS.test(each));
    else if (name === "href") properties.href = link(String(value), ids);
    else if (name === "id") properties.id = own(String(value), ids);
    else if (name === "style") properties.style = inFormula ? style(String(value)) : undefined;
    else if (name === "dataMarker") properties.dataMarker = MARKER.test(String(value)) ? value : undefined;
    else if (allowed.has(name) || (inFormula && FORMULA_ATTRIBUTES.has(name))) properties[name] = value;
  }
  if (!inFormula && BLOCKS.has(node.tagName)) properties.dir = "auto";
  if (!inFormula && CONTAINERS.has(node.tagName)) properties.dir = directionOf(node);
  return properties;
}

function link(href: string, ids: Ids): string | undefined {
  const id = href.startsWith("#") ? own(href.slice(1), ids) : undefined;
  return id ? `#${id}` : safeUrl(href)?.href;
}

function own(id: string, { before, after }: Ids): string | undefined {
  return id.startsWith(before) ? after + id.slice(before.length) : undefined;
}

function style(value: string): string | undefined {
  return STYLE.test(value) && !UNSAFE_STYLE.test(value) ? value : undefined;
}
