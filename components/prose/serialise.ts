import type { Element, Properties, Root } from "hast";
import { limitTree } from "./limits";
import { type Child, element, type Parent, textNode } from "./tree";

/**
 * A serialised node: a string; a string with its source offset; a range of the source, not repeated; or an
 * element with its properties and children.
 */
type Packed =
  | string
  | [start: number, words: string]
  | [start: number, length: number]
  | [tagName: string, properties: Properties | 0, children: Packed[]];

/** Serialises a tree to JSON. Deserialising needs the source text. */
export function pack(tree: Root, source: string): string {
  return JSON.stringify(tree.children.flatMap((child) => packNode(child, source)));
}

function packNode(node: Child, source: string): Packed[] {
  if (node.type === "text") return [packWords(node.value, node.position?.start.offset, source)];
  if (node.type !== "element") return [];
  const children = node.children.flatMap((child) => packNode(child, source));
  return [[node.tagName, Object.keys(node.properties).length > 0 ? node.properties : 0, children]];
}

function packWords(value: string, start: number | undefined, source: string): Packed {
  if (start === undefined) return value;
  return source.startsWith(value, start) ? [start, value.length] : [start, value];
}

/**
 * Restores a tree as a fresh copy. Null if it is not a tree of this source, or is too large. The caller must
 * sanitise it, even if it comes from the server.
 */
export function deserialise(packed: string, source: string): Root | null {
  let value: unknown;
  try {
    value = JSON.parse(packed);
  } catch {
    return null;
  }
  if (!Array.isArray(value)) return null;
  const root: Root = { type: "root", children: [] };
  const open: { parent: Parent; nodes: readonly unknown[] }[] = [{ parent: root, nodes: value }];
  for (let top = open.pop(); top; top = open.pop()) {
    for (const node of top.nodes) {
      const child = unpackWords(node, source) ?? unpackElement(node);
      if (!child) return null;
      top.parent.children.push(child);
      if (child.type === "element") open.push({ parent: child, nodes: childrenOf(node) });
    }
  }
  try {
    limitTree()(root);
    return root;
  } catch {
    return null;
  }
}

function unpackWords(node: unknown, source: string) {
  if (typeof node === "string") return textNode(node);
  if (!Array.isArray(node) || node.length !== 2 || typeof node[0] !== "number") return null;
  const [start, words] = node;
  if (typeof words !== "number" && typeof words !== "string") return null;
  const point = { line: 1, column: 1, offset: start };
  const value = typeof words === "string" ? words : source.slice(start, start + words);
  return { ...textNode(value), position: { start: point, end: point } };
}

function unpackElement(node: unknown): Element | null {
  if (!Array.isArray(node) || node.length !== 3) return null;
  const [tagName, properties, children] = node;
  if (typeof tagName !== "string" || !Array.isArray(children)) return null;
  if (properties === 0) return element(tagName, {});
  return isProperties(properties) ? element(tagName, properties) : null;
}

function childrenOf(node: unknown): readonly unknown[] {
  return Array.isArray(node) && Array.isArray(node[2]) ? node[2] : [];
}

function isProperties(value: unknown): value is Properties {
  return typeof value === "object" && value !== null && Object.values(value).every(isWorth);
}

function isWorth(value: unknown): boolean {
  return Array.isArray(value) ? value.every(isPlain) : isPlain(value);
}

const isPlain = (value: unknown) => ["string", "number", "boolean"].includes(typeof value);
