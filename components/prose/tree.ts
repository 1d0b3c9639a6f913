import type { Element, ElementContent, Root, RootContent, Text } from "hast";

export type Parent = Root | Element;
export type Child = RootContent | ElementContent;

/** Visits every element, parents first; whatever `visit` answers with takes the place of the element. */
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

/** Gives a node other children. The root may hold what an element may not, and none of it is ever made here. */
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

/** The text in a node and everything under it. */
export function nodeText(node: Child | Parent): string {
  if (node.type === "text") return node.value;
  return "children" in node ? node.children.map(nodeText).join("") : "";
}

/** An element's classes, however they were written. */
export function classNamesOf(node: Element): string[] {
  const { className } = node.properties;
  return Array.isArray(className) ? className.map(String) : [];
}
