import type { Element, ElementContent, Root, RootContent, Text } from "hast";

export type Parent = Root | Element;
export type Child = RootContent | ElementContent;

/** Visits every element, parents first, replacing it with what `visit` returns. */
export function mapElements(
  parent: Parent,
  visit: (element: Element, parent: Parent) => Child[] | undefined,
): void {
  const children: Child[] = [];
  for (const child of parent.children) {
    if (child.type !== "element") {
      children.push(child);
      continue;
    }
    const replacement = visit(child, parent);
    if (replacement) children.push(...replacement);
    else {
      mapElements(child, visit);
      children.push(child);
    }
  }
  setChildren(parent, children);
}

/**
 * Replaces a node's children. The root's type allows nodes that elements do not; none of them occurs here.
 */
export function setChildren(parent: Parent, children: readonly Child[]): void {
  parent.children = children.filter((child): child is ElementContent => child.type !== "doctype");
}

export function element(
  tagName: string,
  properties: Element["properties"],
  ...children: ElementContent[]
): Element {
  return { type: "element", tagName, properties, children };
}

export function textNode(value: string): Text {
  return { type: "text", value };
}

/** Concatenated text of a node and its descendants. */
export function nodeText(node: Child | Parent): string {
  if (node.type === "text") return node.value;
  return "children" in node ? node.children.map(nodeText).join("") : "";
}

/** An element's class names, in whichever form they were written. */
export function classNamesOf(node: Element): string[] {
  const { className } = node.properties;
  return Array.isArray(className) ? className.map(String) : [];
}
