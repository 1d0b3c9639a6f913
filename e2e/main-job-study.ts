export type Who = "ada" | "bo" | "chidi";
export type Decision = "accept" | "remove" | { revise: string };

/** Decisions on the drafted answer to one question: each line is accepted unless stated otherwise. */
interface Work {
  answer: "yes" | "no";
  lines?: [Decision, Decision];
  add?: string;
}

export interface Question {
  name: string;
  category: "Content" | "Form";
  text: string;
  drafted: "yes" | "no";
  evidence: string;
  work: Record<Who, Work>;
  /** Decisions on the question itself in the review. */
  review: { ada: Decision; bo: Decision };
}

export interface Task {
  instruction: string;
  response: string;
  questions: Question[];
  /** The question both reviewers add to the checklist. */
  added: string;
}

const yes: Work = { answer: "yes" };
const no: Work = { answer: "no" };

/** A spreadsheet would evaluate this. */
const FORMULA = '=HYPERLINK("https://example.org")';

export const TASKS: Task[] = [
  {
    instruction: "Tell a child why there are tides.",
    response: "The Moon pulls the water of the sea towards it, and the coast turns through the bulge.",
    added: "Does it say how often the tide comes?",
    questions: [
      {
        name: "Moon",
        category: "Content",
        text: "Does it name the Moon?",
        drafted: "yes",
        evidence: "“The Moon pulls the water” names it.",
        work: { ada: { ...yes, add: FORMULA }, bo: yes, chidi: yes },
        review: { ada: "accept", bo: "accept" },
      },
      {
        name: "Sun",
        category: "Content",
        text: "Does it name the Sun?",
        drafted: "no",
        evidence: "Only the Moon is named.",
        work: { ada: no, bo: { ...no, add: "Nor does it mean it." }, chidi: no },
        review: { ada: "accept", bo: "accept" },
      },
      {
        name: "Simple",
        category: "Form",
        text: "Is it simple?",
        drafted: "yes",
        evidence: "The sentence is short.",
        work: {
          ada: yes,
          bo: yes,
          chidi: {
            ...no,
            lines: ["accept", { revise: "It is one long sentence." }],
            add: "What is a bulge?",
          },
        },
        review: { ada: { revise: "Could a child follow it?" }, bo: { revise: "Are its words simple?" } },
      },
    ],
  },
  {
    instruction: "Remind a neighbour to water the plants on Friday.",
    response: "Hi Jo, would you water the plants on Friday, please? Many thanks!",
    added: "Does it thank the neighbour?",
    questions: [
      {
        name: "Day",
        category: "Content",
        text: "Does it name the day?",
        drafted: "yes",
        evidence: "“on Friday” names it.",
        work: { ada: yes, bo: yes, chidi: yes },
        review: { ada: "accept", bo: "remove" },
      },
      {
        name: "Formal",
        category: "Form",
        text: "Is it formal?",
        drafted: "no",
        evidence: "It opens with “Hi Jo”.",
        work: { ada: no, bo: no, chidi: { ...yes, add: "It says please." } },
        review: { ada: "accept", bo: "accept" },
      },
      {
        name: "Amount",
        category: "Content",
        text: "Does it say how much water?",
        drafted: "yes",
        evidence: "The plants are named.",
        work: {
          ada: { ...no, lines: [{ revise: "The answer is no." }, { revise: "No amount is named." }] },
          bo: { ...no, lines: ["remove", "remove"] },
          chidi: { ...no, lines: [{ revise: "It does not." }, "accept"] },
        },
        review: { ada: "remove", bo: "remove" },
      },
    ],
  },
];

/* The values computed by hand, from the answers in the order above: yyy nnn yyn yyy nny nnn.

   α over all: 18 values, 9 yes and 9 no. A unit split 2 : 1 has 4 ordered pairs that differ, over 3 − 1 =
   2; two units are split, so observed disagreement is 2 · 2 / 18 = 2/9. Expected is 2 · 9 · 9 / (18 · 17)
   = 9/17. α = 1 − (2/9) / (9/17) = 47/81. Content never differs: 1. Form, yyn nny: 1 − (4/6) / (2 · 3 · 3
   / (6 · 5)) = −1/9.

   LLM, yes = 1: 1 0 1 1 0 1 against the majorities 1 0 1 1 0 0. Sums of products about the means: 3 − 6 ·
   3/6 · 4/6 = 1 across, 3 − 9/6 = 3/2 and 4 − 16/6 = 4/3 within; r = 1 / √(3/2 · 4/3) = 1/√2. Difference
   4/6 − 3/6 = 1/6.

   Lines: 6 questions · 2 lines · 3 people = 36 decided, 4 of them revised and 2 removed, and 4 added: n =
   40. */
export const ANSWERS = {
  alpha: "0.58",
  content: "1.00",
  form: "−0.11",
  correlation: "0.71",
  difference: "0.17",
  lines: ["40", "75.0 %", "10.0 %", "5.0 %", "10.0 %", "0"],
  scoreLines: ["18", "83.3 %", "11.1 %", "5.6 %", "0.0 %", "0"],
  evidenceLines: ["22", "68.2 %", "9.1 %", "4.5 %", "18.2 %", "0"],
};

/*
 * The review, accept / revise / remove by two people: aa aa rr ax aa xx, so 7 a, 2 r, 3 x of 12. One unit of six
 * differs, which is 2/12. Expected: (12² − 7² − 2² − 3²) / (12 · 11) = 82/132. α = 1 − (2/12) / (82/132) = 30/41.
 * Each adds a question per task: n = 16.
 */
export const REVIEW = {
  alpha: "0.73",
  items: ["16", "43.8 %", "12.5 %", "18.8 %", "25.0 %", "0"],
};

/** The columns of the ratings table, a stable format for programs. */
export const COLUMNS = (
  "study batch arm protocol task_id response_id response_model unit item_id item_version item_text item_origin " +
  "rater rater_kind exposure draft_value draft_rater draft_method initial_value final_value action reason_code " +
  "reason_note explanation initial_explanation order_shown position_in_session active_ms idle_ms started_at " +
  "submitted_at is_gold is_planted is_bulk guidelines_version app_version task_metadata response_metadata " +
  "inclusion_probability pastes pasted_characters times_away away_ms"
).split(" ");

const draftedLines = ({ drafted, evidence }: Pick<Question, "drafted" | "evidence">) => [
  `The answer is ${drafted}.`,
  evidence,
];

export function studyFile() {
  const records = [
    { type: "study", version: 1, name: "Tides and plants" },
    ...TASKS.flatMap(({ instruction, response, questions }, n) => [
      { type: "task", id: `t${n}`, instruction },
      { type: "response", id: `r${n}`, task: `t${n}`, model: "writer-1", text: response },
      {
        type: "rubric",
        id: `c${n}`,
        task: `t${n}`,
        kind: "checklist",
        origin: "llm",
        model: "drafter-1",
        items: questions.map(({ name, text, category }) => ({
          id: `${n}.${name}`,
          name,
          text,
          category,
          scale: { type: "yesno" },
        })),
      },
      ...questions.map(({ name, drafted, evidence }) => ({
        type: "draft",
        id: `d.${n}.${name}`,
        task: `t${n}`,
        response: `r${n}`,
        item: `${n}.${name}`,
        rater: "drafter-1",
        raterKind: "llm",
        method: "tick.answer",
        value: drafted,
        lines: draftedLines({ drafted, evidence }),
        scoreLine: 0,
      })),
    ]),
  ];
  return records.map((record) => JSON.stringify(record)).join("\n");
}

/** A person's final explanation, line by line. */
function explanationOf(who: Who, question: Question) {
  const { lines, add } = question.work[who];
  const finalLines = draftedLines(question).flatMap((text, index) => {
    const decision = lines?.[index] ?? "accept";
    if (decision === "remove") return [];
    return decision === "accept" ? text : decision.revise;
  });
  return [...finalLines, ...(add ? [add] : [])].join("\n") || null;
}

/** The rows of the ratings table that the work determines. */
export function ratingsOf(people: Record<Who, { pseudonym: string }>) {
  return TASKS.flatMap(({ questions }, n) =>
    questions.flatMap((question) =>
      (["ada", "bo", "chidi"] as const).map((who) => ({
        study: "Tides and plants",
        batch: "Answering",
        protocol: "checklist-answering",
        task_id: `t${n}`,
        response_id: `r${n}`,
        response_model: "writer-1",
        unit: `r${n}/${n}.${question.name}`,
        item_id: `${n}.${question.name}`,
        item_version: 1,
        item_text: question.text,
        item_origin: "llm",
        rater: people[who].pseudonym,
        rater_kind: "human",
        exposure: "draft-first",
        draft_value: question.drafted,
        draft_rater: "drafter-1",
        draft_method: "tick.answer",
        initial_value: null,
        final_value: question.work[who].answer,
        action: question.work[who].answer === question.drafted ? "accept" : "revise",
        explanation: explanationOf(who, question),
        is_gold: false,
        is_planted: false,
        is_bulk: false,
      })),
    ),
  );
}
