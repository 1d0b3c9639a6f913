/** A markdown tree node, as far as tables need it. */
interface Node {
  type: string;
  align?: (string | null)[];
  children?: Node[];
}

/** Keeps table cells beyond the header's columns, which would be dropped. */
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
