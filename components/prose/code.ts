import type { Root } from "hast";
import { PROSE_LIMITS } from "./limits";
import { classNamesOf, mapElements, nodeText } from "./tree";

/** Leaves code uncoloured once there is too much of it to colour quickly. */
export function limitColouring() {
  return (tree: Root) => {
    let length = 0;
    mapElements(tree, (node) => {
      if (node.tagName !== "code" || !classNamesOf(node).some((name) => name.startsWith("language-")))
        return undefined;
      length += nodeText(node).length;
      if (length > PROSE_LIMITS.colouredCode) node.properties.className = ["no-highlight"];
      return undefined;
    });
  };
}
