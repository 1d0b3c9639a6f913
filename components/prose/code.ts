import type { Root } from "hast";
import { LIMITS } from "./limits";
import { classesOf, mapElements, textOf } from "./tree";

/** Leaves code uncoloured once there is too much of it to colour quickly. */
export function limitColouring() {
  return (tree: Root) => {
    let length = 0;
    mapElements(tree, (node) => {
      if (node.tagName !== "code" || !classesOf(node).some((name) => name.startsWith("language-")))
        return undefined;
      length += textOf(node).length;
      if (length > LIMITS.colouredCode) node.properties.className = ["no-highlight"];
      return undefined;
    });
  };
}
