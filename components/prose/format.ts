import type { Element, Properties, Root } from "hast";
import { Fragment, type ReactElement, type ReactNode } from "react";
import { jsx, jsxs } from "react/jsx-runtime";
import type { Invisible } from "./invisible";
import { markInvisible } from "./invisible-marks";
import { partOf } from "./parts";
import { type Highlight, markQuotes } from "./quotes";
import { ID_PREFIX, sanitise } from "./sanitise";
import { type Child, classNamesOf } from "./tree";

export interface FormatOptions {
  source: string;
  highlights: readonly Highlight[];
  /** Sets this text's ids apart from those of the page and of other texts. */
  idPrefix: string;
  /** Names what cannot be seen where it stands; nothing does when this is left out. */
  nameOf?: (character: Invisible) => string;
}

/**
 * The tree of an untrusted text as React elements, its evidence marked. It is cleaned here again, wherever it comes
 * from, and what is left is made element by element: no markup is ever read.
 */
export function formatTree(
  tree: Root,
  { source, highlights, idPrefix, nameOf }: FormatOptions,
): ReactElement {
  markQuotes({ source, highlights })(tree);
  sanitise({ idPrefix, before: ID_PREFIX })(tree);
  markInvisible({ nameOf })(tree);
  return jsxs(Fragment, { children: tree.children.map(toReact) });
}

function toReact(node: Child): ReactNode {
  if (node.type === "text") return node.value;
  if (node.type !== "element") return null;
  const children = TABLE.has(node.tagName) ? node.children.filter(isElement) : node.children;
  const part = partOf(node.tagName);
  if (children.length === 0 || VOID.has(node.tagName)) return jsx(part, propsOf(node));
  return jsxs(part, { ...propsOf(node), children: children.map(toReact) });
}

/** Between the parts of a table there is nothing to say, and React takes no words there. */
const TABLE: ReadonlySet<string> = new Set(["table", "tbody", "thead", "tr"]);

/** Nothing can be in them. */
const VOID: ReadonlySet<string> = new Set(["br", "hr", "img"]);

const isElement = (node: Child) => node.type === "element";

function propsOf(node: Element): Record<string, unknown> {
  const props: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(node.properties)) {
    if (value === undefined || value === null) continue;
    if (name === "className") props.className = classNamesOf(node).join(" ") || undefined;
    else if (name === "style") props.style = styleOf(String(value));
    else if (name === "dataMarker") props.style = { listStyleType: JSON.stringify(`${value} `) };
    else if (name === "align") props.style = { textAlign: String(value) };
    else props[attributeOf(name)] = worthOf(value);
  }
  return props;
}

/** `dataMark` is `data-mark`, `ariaHidden` is `aria-hidden`; React knows all others by the name they have. */
function attributeOf(name: string): string {
  if (name.startsWith("aria")) return `aria-${name.slice(4).toLowerCase()}`;
  return /^data[A-Z]/.test(name) ? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) : name;
}

function worthOf(value: Properties[string]): string | undefined {
  if (Array.isArray(value)) return value.join(" ");
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The declarations of a style, as React takes them. */
function styleOf(value: string): Record<string, string> {
  return Object.fromEntries(
    value.split(";").flatMap((declaration): [string, string][] => {
      const [name = "", worth = ""] = declaration.split(/:(.*)/s).map((part) => part.trim());
      return name && worth ? [[name.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase()), worth]] : [];
    }),
  );
}
