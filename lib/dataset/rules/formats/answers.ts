import { detached } from "@/lib/dataset/rules/string-pool";
import type { StudyRecord } from "@/lib/dataset/schema";
import type { Json } from "@/lib/formats/json-value";
import type { Value } from "@/lib/judgement/schema";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import { checked, hasProblems, type Proposed, type RowProblem } from "./converter";

type Answers = { kind: "answers"; na: boolean; line: number };
type Points = { kind: "points"; min: number; max: number; line: number };

const WORDS: Record<string, "yes" | "no" | "na"> = {
  yes: "yes",
  true: "yes",
  no: "no",
  false: "no",
  na: "na",
  "n/a": "na",
  "not applicable": "na",
};

/** An answer of another tool as one of our values; null when there is none. */
export function convertAnswer(given: Json | undefined): "yes" | "no" | "na" | number | null {
  if (typeof given === "boolean") return given ? "yes" : "no";
  if (typeof given === "number") return given;
  if (Array.isArray(given)) return given.length === 1 ? convertAnswer(given[0]) : null;
  if (typeof given !== "string") return null;
  const word = given.trim().toLowerCase();
  if (Object.hasOwn(WORDS, word)) return WORDS[word] ?? null;
  return /^-?\d+(?:\.\d+)?$/.test(word) ? Number(word) : null;
}

/** One answer to one question about one response. */
export interface ConvertedAnswer {
  question: string;
  value: Value;
}

/**
 * The questions of an annotation project. Its export has their names and answers, but neither their text nor
 * their scales, so they become items of the dataset's own rubrics once all answers have been read: yes or no
 * a checklist, numbers criteria on a scale from 1 to 5 (or the one given), or as far as the answers go.
 */
export class ConvertedQuestions {
  private readonly known = new Map<string, Answers | Points>();

  /** The scale of numbers, at least; scores of programs are from 0 to 1. */
  constructor(private readonly least: { min: number; max: number } = { min: 1, max: 5 }) {}

  /** Why the answers contradict earlier ones, or null; then `keep` may be called. */
  refuse(answers: ConvertedAnswer[], line: number): RowProblem | null {
    const fresh = new Map<string, Answers | Points>();
    for (const { question, value } of answers) {
      if (question === PREFERENCE) continue;
      const kind = typeof value === "number" ? "points" : "answers";
      if (question === OVERALL && kind === "answers")
        return { place: question, reason: "an overall score is a number" };
      const earlier = this.known.get(question) ?? fresh.get(question);
      if (earlier && earlier.kind !== kind) {
        const before = earlier.kind === "points" ? "a number" : "yes or no";
        return {
          place: question,
          reason: `is answered with ${JSON.stringify(value)}, on line ${earlier.line} with ${before}`,
        };
      }
      if (!earlier) fresh.set(question, this.begin(value, line));
    }
    return null;
  }

  keep(answers: ConvertedAnswer[], line: number): void {
    for (const { question, value } of answers) {
      if (question === PREFERENCE || question === OVERALL) continue;
      const known = this.known.get(question) ?? this.begin(value, line);
      this.known.set(detached(question), known);
      if (known.kind === "points" && typeof value === "number") {
        known.min = Math.min(known.min, value);
        known.max = Math.max(known.max, value);
      } else if (known.kind === "answers") known.na ||= value === "na";
    }
  }

  /** The rubrics of all questions, as records of a study file: what a converter finishes with. */
  rubrics(): StudyRecord[] {
    const rubrics = checked(this.proposedRubrics());
    return hasProblems(rubrics) ? [] : rubrics;
  }

  private proposedRubrics(): Proposed[] {
    const items = (kind: "answers" | "points") =>
      [...this.known].flatMap(([question, known]) => (known.kind === kind ? [itemOf(question, known)] : []));
    const rubric = (id: string, kind: string, of: "answers" | "points"): Proposed[] =>
      items(of).length === 0
        ? []
        : [{ type: "rubric", id, task: null, kind, origin: "import", items: items(of) }];
    return [...rubric("questions", "checklist", "answers"), ...rubric("scores", "criteria", "points")];
  }

  private begin(value: Value, line: number): Answers | Points {
    const { min, max } = this.least;
    return typeof value === "number"
      ? { kind: "points", min: Math.min(min, value), max: Math.max(max, value), line }
      : { kind: "answers", na: value === "na", line };
  }
}

function itemOf(question: string, known: Answers | Points) {
  const { kind } = known;
  const scale =
    kind === "points"
      ? { type: "points", min: known.min, max: known.max }
      : { type: known.na ? "yesnona" : "yesno" };
  return { id: question, text: question, scale };
}
