import type { Element, Properties, Root } from "hast";
import { Fragment, type ReactElement, type ReactNode } from "react";
import { jsx, jsxs } from "react/jsx-runtime";
import { partOf } from "./elements";
import type { Invisible } from "./invisible";
import { markInvisible } from "./invisible-marks";
import { type Highlight, markQuotes } from "./quotes";
import { ID_PREFIX, sanitise } from "./sanitise";
import { type Child, classNamesOf } from "./tree";

export interface FormatOptions {
  source: string;
  highlights: readonly Highlight[];
  /** Prefix that keeps this text's ids distinct from the page's and other texts'. */
  idPrefix: string;
  /** Names an invisible character; if omitted, invisible characters are not marked. */
  nameOf?: (character: Invisible) => string;
}

/**
 * Renders the tree of an untrusted text as React elements, with its evidence marked. The tree is sanitised
 * here again, wherever it comes from, and rebuilt element by element: markup is never parsed.
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

/** Table elements between whose children React allows no text. */
const TABLE: ReadonlySet<string> = new Set(["table", "tbody", "thead", "tr"]);

/** Elements that cannot have children. */
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

/**
 * React's name for an attribute: `dataMark` becomes `data-mark` and `ariaHidden` `aria-hidden`; others are
 * unchanged.
 */
function attributeOf(name: string): string {
  if (name.startsWith("aria")) return `aria-${name.slice(4).toLowerCase()}`;
  return /^data[A-Z]/.test(name) ? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) : name;
}

function worthOf(value: Properties[string]): string | undefined {
  if (Array.isArray(value)) return value.join(" ");
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Parses style declarations into React's form. */
function styleOf(value: string): Record<string, string> {
  return Object.fromEntries(
    value.split(";").flatMap((declaration): [string, string][] => {
      const [name = "", worth = ""] = declaration.split(/:(.*)/s).map((part) => part.trim());
      return name && worth ? [[name.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase()), worth]] : [];
    }),
  );
}
