import ts from "typescript";

/** One small change to the source. */
export interface Mutant {
  id: number;
  file: string;
  line: number;
  /** The source line without its indentation. */
  text: string;
  change: string;
}

const swaps: Partial<Record<ts.SyntaxKind, [original: string, mutated: string]>> = {
  [ts.SyntaxKind.PlusToken]: ["+", "-"],
  [ts.SyntaxKind.MinusToken]: ["-", "+"],
  [ts.SyntaxKind.AsteriskToken]: ["*", "/"],
  [ts.SyntaxKind.SlashToken]: ["/", "*"],
  [ts.SyntaxKind.PercentToken]: ["%", "*"],
  [ts.SyntaxKind.AsteriskAsteriskToken]: ["**", "*"],
  [ts.SyntaxKind.LessThanToken]: ["<", "<="],
  [ts.SyntaxKind.LessThanEqualsToken]: ["<=", "<"],
  [ts.SyntaxKind.GreaterThanToken]: [">", ">="],
  [ts.SyntaxKind.GreaterThanEqualsToken]: [">=", ">"],
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: ["===", "!=="],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: ["!==", "==="],
  [ts.SyntaxKind.AmpersandAmpersandToken]: ["&&", "||"],
  [ts.SyntaxKind.BarBarToken]: ["||", "&&"],
  [ts.SyntaxKind.CaretToken]: ["^", "|"],
  [ts.SyntaxKind.AmpersandToken]: ["&", "|"],
  [ts.SyntaxKind.LessThanLessThanToken]: ["<<", ">>"],
  [ts.SyntaxKind.GreaterThanGreaterThanGreaterThanToken]: [">>>", "<<"],
};

const assignments: Partial<Record<ts.SyntaxKind, [original: string, mutated: string]>> = {
  [ts.SyntaxKind.PlusEqualsToken]: ["+=", "-="],
  [ts.SyntaxKind.MinusEqualsToken]: ["-=", "+="],
  [ts.SyntaxKind.AsteriskEqualsToken]: ["*=", "/="],
  [ts.SyntaxKind.SlashEqualsToken]: ["/=", "*="],
  [ts.SyntaxKind.CaretEqualsToken]: ["^=", "|="],
};

const functions: Record<string, string> = {
  "Math.max": "Math.min",
  "Math.min": "Math.max",
  "Math.floor": "Math.ceil",
  "Math.trunc": "Math.ceil",
  "Math.round": "Math.floor",
};

/**
 * The source with all its mutants built in and switched off: `__on(7)` is true while mutant 7 is being tried.
 * Every mutant is well-formed; types are left out.
 */
export function plantMutants(
  file: string,
  source: string,
  firstId: number,
): { code: string; mutants: Mutant[] } {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const mutants: Mutant[] = [];

  const plant = (node: ts.Node, change: string): number => {
    const { line } = tree.getLineAndCharacterOfPosition(node.getStart());
    const text = (source.split("\n")[line] ?? "").trim();
    return mutants.push({ id: firstId + mutants.length, file, line: line + 1, text, change }) - 1 + firstId;
  };

  /** The text of a node with its children rewritten. */
  const withChildren = (node: ts.Node): string => {
    let text = "";
    let position = node.getFullStart();
    ts.forEachChild(node, (child) => {
      text += source.slice(position, child.getFullStart()) + rewrite(child);
      position = child.getEnd();
    });
    return text + source.slice(position, node.getEnd());
  };

  const rewrite = (node: ts.Node): string => {
    const lead = source.slice(node.getFullStart(), node.getStart());
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) {
      return source.slice(node.getFullStart(), node.getEnd());
    }
    if (ts.isImportDeclaration(node)) return source.slice(node.getFullStart(), node.getEnd());
    if (ts.isBinaryExpression(node)) {
      const swap = swaps[node.operatorToken.kind];
      if (swap) {
        const id = plant(node, `${swap[0]} → ${swap[1]}`);
        const [left, right] = [rewrite(node.left), rewrite(node.right)];
        return `${lead}(__on(${id}) ? (${left}) ${swap[1]} (${right}) : (${left}) ${swap[0]} (${right}))`;
      }
      const assignment = assignments[node.operatorToken.kind];
      if (assignment) {
        const id = plant(node, `${assignment[0]} → ${assignment[1]}`);
        const [left, right] = [rewrite(node.left), rewrite(node.right)];
        return `${lead}(__on(${id}) ? (${left} ${assignment[1]} ${right}) : (${left} ${assignment[0]} ${right}))`;
      }
    }
    if (ts.isPostfixUnaryExpression(node)) {
      const [original, mutated] = node.operator === ts.SyntaxKind.PlusPlusToken ? ["++", "--"] : ["--", "++"];
      const id = plant(node, `${original} → ${mutated}`);
      const operand = rewrite(node.operand);
      return `${lead}(__on(${id}) ? ${operand}${mutated} : ${operand}${original})`;
    }
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.MinusToken) {
      const id = plant(node, "-x → x");
      const operand = rewrite(node.operand);
      return `${lead}(__on(${id}) ? ${operand} : -${operand})`;
    }
    if (ts.isNumericLiteral(node) && !ts.isPropertyAssignment(node.parent)) {
      const id = plant(node, `${node.getText()} → ${node.getText()} + 1`);
      return `${lead}(__on(${id}) ? ${node.getText()} + 1 : ${node.getText()})`;
    }
    if (ts.isIfStatement(node)) {
      const id = plant(node, "if (…) → if (false)");
      const rest = node.elseStatement ? ` else ${rewrite(node.elseStatement)}` : "";
      return `${lead}if (!__on(${id}) && (${rewrite(node.expression)})) ${rewrite(node.thenStatement)}${rest}`;
    }
    if (ts.isPropertyAccessExpression(node)) {
      const other = functions[node.getText()];
      if (other) {
        const id = plant(node, `${node.getText()} → ${other}`);
        return `${lead}(__on(${id}) ? ${other} : ${node.getText()})`;
      }
    }
    return withChildren(node);
  };

  return { code: rewrite(tree) + source.slice(tree.getEnd()), mutants };
}
