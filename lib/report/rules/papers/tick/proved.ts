import { groupInOrder } from "@/lib/dataset/rules/group-in-order";
import { namedReport } from "@/lib/report/rules/papers/from-report";
import { andInterval, shareOverTasks, type WithEnds } from "@/lib/report/rules/papers/task-intervals";
import { tableOf } from "@/lib/report/rules/tables/build";
import { countColumn, raterName, share, textColumn } from "@/lib/report/rules/tables/columns";
import type { Rater } from "@/lib/report/rules/unit";
import { unitsOf } from "@/lib/report/rules/units";
import type { PaperSource, PaperTable } from "@/lib/report/schema/paper-table";
import type { ReportItem } from "@/lib/report/schema/study";
import type { Check } from "@/lib/verifier/types";
import { parseItem } from "@/lib/verifier/verify";

/** A question about a response that a program proved, and a model's answer to it. */
interface Proved {
  judge: string;
  kind: string;
  task: string;
  response: string;
  question: string;
  proved: "yes" | "no";
  /** Null where the model gave no readable answer. */
  answered: "yes" | "no" | null;
}

const NEEDS = "answers to the same questions by rules, which prove them, and by a model";
const LACKING =
  "answers to the same questions by rules (Check what a program can prove, on the dataset’s page) and by a model";

const isAnswer = (value: unknown): value is "yes" | "no" => value === "yes" || value === "no";

/** The things that checks measure, in words. */
const KINDS: Record<Check["kind"], string> = {
  count: "numbers of things",
  contains: "what occurs",
  not_contains: "what does not occur",
  starts_with: "beginnings and ends",
  ends_with: "beginnings and ends",
  nth_words: "words at given places",
  case: "capital and small letters",
  format: "formats",
  order: "orders",
  language: "languages",
  charset: "characters",
  repeat_prompt: "repeating the request",
  rephrase: "what may be changed",
  one_of: "options",
  distinct: "repetitions",
  part: "parts",
  each: "each part",
  and: "several demands",
  or: "several demands",
  not: "what does not occur",
};

/** The kind of what a question asks for; questions of the rules quote the instruction after theirs. */
function kindOf({ text, category }: ReportItem): string {
  const { check } = parseItem(text.replace(/ \(“.*”\)$/su, ""));
  return check ? KINDS[check.kind] : (category ?? "other");
}

function provedIn({ study }: PaperSource): Proved[] {
  const { byItem } = unitsOf(study);
  return study.items.flatMap((item) =>
    [...(byItem.get(item.key) ?? [])].flatMap(({ task, response, others, undecided }): Proved[] => {
      const proof = others.find(({ rater }) => rater.kind === "rules")?.value;
      if (response === null || !isAnswer(proof)) return [];
      const about = { kind: kindOf(item), task, response, question: item.text, proved: proof };
      const of = (rater: Rater, answered: Proved["answered"]): Proved[] =>
        rater.kind === "llm" ? [{ ...about, judge: nameOf(rater), answered }] : [];
      return [
        ...others.flatMap(({ rater, value }) => (isAnswer(value) ? of(rater, value) : [])),
        ...undecided.flatMap((rater) => of(rater, null)),
      ];
    }),
  );
}

const nameOf = ({ name, kind, method, condition }: Rater) =>
  raterName({ rater: name, kind, method, ...(condition !== null && { condition }) });

interface KindRow {
  judge: string;
  kind: string;
  questions: number;
  unread: number;
  right: WithEnds;
}

const ALL = "all";

function rowOf(all: readonly Proved[], kind: string, { options }: PaperSource): KindRow {
  const answered = all.map(({ task, answered: own, proved }) => ({ task, holds: own === proved }));
  return {
    ...{ judge: all[0]?.judge ?? "", kind, questions: all.length },
    unread: all.filter((one) => one.answered === null).length,
    right: shareOverTasks(answered, options),
  };
}

/** The share of answers of models that are as a program proves, by what the questions ask for: how far a judge can count. */
export const provedTable: PaperTable = {
  id: "proved",
  title: "Answers of models against what a program proves, by kind of question",
  needs: NEEDS,
  of: (source) => {
    const all = provedIn(source);
    if (all.length === 0) return { missing: [LACKING] };
    const rows = [...groupInOrder(all, ({ judge }) => judge).values()].flatMap((own) => {
      const kinds = [...groupInOrder(own, ({ kind }) => kind)].sort(([a], [b]) => a.localeCompare(b, "en"));
      return [rowOf(own, ALL, source), ...kinds.map(([kind, of]) => rowOf(of, kind, source))];
    });
    return tableOf(namedReport(source).report, rows, {
      name: "tick-proved",
      title: "TICK: models against what a program proves",
      description: "How often a model’s answer is the one that a program proves, by kind of requirement",
      columns: [
        textColumn<KindRow>("judge", "Judge", "The model with its method", ({ judge }) => judge),
        textColumn<KindRow>(
          "kind",
          "Asks for",
          "What the program measures; all together first",
          (row) => row.kind,
        ),
        ...andInterval(
          share<KindRow>(
            "right",
            "Right",
            "questions",
            "As proved; no readable answer is wrong",
            ({ right }) => [right.value, null],
          ),
          ({ right }) => right.ends,
        ),
        countColumn<KindRow>(
          "questions",
          "Questions",
          "questions",
          "Proved questions that it was asked",
          (row) => row.questions,
        ),
        countColumn<KindRow>(
          "unread",
          "Unread",
          "questions",
          "Without a readable answer",
          (row) => row.unread,
        ),
      ],
      notes: [
        "Of a run in hybrid mode only what the rules did not prove was asked of the model: it has no rows here.",
      ],
      kinds: ["llm", "rules"],
      intervals: true,
    });
  },
};

/** The questions that a model answered otherwise than a program proves. */
export const contradictedTable: PaperTable = {
  id: "proved-apart",
  title: "Questions that a model answers otherwise than a program proves",
  needs: NEEDS,
  of: (source) => {
    const all = provedIn(source);
    if (all.length === 0) return { missing: [LACKING] };
    const rows = all.filter(({ answered, proved }) => answered !== null && answered !== proved);
    const text = (
      id: "judge" | "task" | "response" | "question" | "proved" | "answered",
      header: string,
      about: string,
    ) => textColumn<Proved>(id, header, about, (row) => row[id]);
    return tableOf(namedReport(source).report, rows, {
      name: "tick-proved-apart",
      title: "TICK: answers that contradict a proof",
      description: "Each question about a response that a program proves and a model answers otherwise",
      columns: [
        text("judge", "Judge", "The model with its method"),
        text("task", "Task", "Its id"),
        text("response", "Response", "Its id"),
        text("question", "Question", "As it was asked"),
        text("proved", "Proved", "What the program proves"),
        text("answered", "Answered", "What the model says"),
      ],
      kinds: ["llm", "rules"],
      n: { of: "proved answers", count: all.length },
      intervals: false,
    });
  },
};
