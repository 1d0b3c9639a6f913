import { readFileSync } from "node:fs";

/** Something that a step names: a control or a text in bold, pages in italics, a value or a command as code. */
export interface Mark {
  kind: "name" | "pages" | "value" | "command";
  text: string;
  /** The words between the mark before and this one, in one line. */
  before: string;
}

/** A numbered step of a section, counted as it is in the text. */
export interface Step {
  section: string;
  number: number;
  marks: Mark[];
}

/** Commands in a block of their own, names in bold, pages in italics, and code. */
const MARKS = /```sh\n([\s\S]*?)```|\*\*([^*]+)\*\*|(?<![\w_])_([^_]+)_(?![\w_])|`([^`]+)`/g;

const inOneLine = (text: string) => text.replace(/\s+/g, " ").trim();

/** Programs that a tutorial has its reader run. */
const IS_COMMAND = /^(?:\w+=\S+ )*(?:npm|npx|python3) /;

/** The numbered steps of a tutorial, in their order. */
export function readTutorial(name: string): Step[] {
  const text = readFileSync(`docs/tutorials/${name}.md`, "utf8");
  const sections = text.split(/^## /m).slice(1);
  return sections.flatMap((section) => {
    const [title = ""] = section.split("\n");
    const steps = [...section.matchAll(/^(\d+)\. (.*(?:\n(?: {3}.*)?)*)/gm)];
    return steps.map(([, number, step = ""]) => ({
      section: title.trim(),
      number: Number(number),
      marks: marksOf(step.replace(/^ {3}/gm, "")),
    }));
  });
}

function marksOf(step: string): Mark[] {
  const marks: Mark[] = [];
  let end = 0;
  for (const match of step.matchAll(MARKS)) {
    const [all, block, name, pages, code] = match;
    const before = inOneLine(step.slice(end, match.index));
    end = match.index + all.length;
    if (block !== undefined) marks.push({ kind: "command", text: block.trim(), before });
    else if (name !== undefined) marks.push({ kind: "name", text: inOneLine(name), before });
    else if (pages !== undefined) marks.push({ kind: "pages", text: inOneLine(pages), before });
    else if (code !== undefined)
      marks.push({ kind: IS_COMMAND.test(code) ? "command" : "value", text: inOneLine(code), before });
  }
  return marks;
}

/** The file that a tutorial has its reader save: its first block that is no commands. */
export function fileOfTutorial(name: string): string {
  const text = readFileSync(`docs/tutorials/${name}.md`, "utf8");
  return /^```\n([\s\S]*?)^```$/m.exec(text)?.[1] ?? "";
}
