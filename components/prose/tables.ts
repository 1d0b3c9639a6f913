/** A node of markdown's tree, as far as tables are asked about. */
interface Node {
  type: string;
  align?: (string | null)[];
  children?: Node[];
}

/** Keeps the cells of a row beyond those of its table's head, which would be left out. */
export function keepCells() {
  return (tree: Node) => {
    const open = [tree];
    for (let node = open.pop(); node; node = open.pop()) {
      for (const child of node.children ?? []) open.push(child);
      if (node.type !== "table" || !node.align) continue;
      const most = Math.max(...(node.children ?? []).map((row) => row.children?.length ?? 0));
      while (node.align.length < most) node.align.push(null);
    }
  };
}
