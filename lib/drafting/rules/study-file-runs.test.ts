import { expect, test } from "vitest";
import { RECORDS, type StudyRecord } from "@/lib/dataset/schema";
import { methodById } from "@/lib/drafting/rules/methods";
import { inputsOfStudy, recordsOf } from "@/lib/drafting/rules/study-file-runs";
import type { DraftMethod } from "@/lib/drafting/schema";
import { simulate } from "@/lib/drafting/testing/simulate";

const records: StudyRecord[] = [
  { type: "task", id: "t1", instruction: "Write.", reference: "Written." },
  { type: "response", id: "r1", task: "t1", text: "One." },
  { type: "response", id: "r2", task: "t1", text: "Two." },
];

function method(id: string): DraftMethod {
  const found = methodById(id);
  if (!found) throw new Error(`no method ${id}`);
  return found;
}

/** The study with a method's drafts, as written by the command line. */
function drafted(study: StudyRecord[], id: string, answer: (text: string) => string): StudyRecord[] {
  const made = inputsOfStudy(study, method(id)).subjects.flatMap((subject) =>
    recordsOf(
      subject,
      method(id),
      { model: "m", params: {} },
      simulate(method(id), subject.input, {}, () => answer(subject.name)).drafted,
    ),
  );
  return [...study, ...made.map((record) => RECORDS[record.type].parse(record) as StudyRecord)];
}

test("criteria drafted for one response of a study file judge that response alone", () => {
  const judged = drafted(records, "salc.criteria_absolute", (name) => `1.) **For ${name}** - is it?`);
  const { subjects } = inputsOfStudy(judged, method("coeval.step"));
  expect(subjects.map(({ name, input }) => [name, input.items.map((item) => item.name)])).toEqual([
    ["t1 r1", ["For t1 r1"]],
    ["t1 r2", ["For t1 r2"]],
  ]);
  // No run judges a pair.
  expect(inputsOfStudy(judged, method("salc.evaluate_relative"))).toMatchObject({ subjects: [], unfit: 1 });
  const paired = drafted(judged, "salc.criteria_relative", () => "1.) **For both** - are they?");
  const [both] = inputsOfStudy(paired, method("salc.evaluate_relative")).subjects;
  expect(both?.input.items.map(({ name }) => name)).toEqual(["For both"]);
});

test("criteria drafted for each instruction of a study file judge its own responses, and no others", () => {
  const two: StudyRecord[] = [
    ...records,
    { type: "task", id: "t2", instruction: "Sort." },
    { type: "response", id: "r3", task: "t2", text: "Sorted." },
  ];
  const judged = drafted(two, "coeval.task_criteria", (name) => `1. For ${name}: is it?`);
  expect(judged.filter(({ type }) => type === "rubric")).toMatchObject([
    { task: "t1", kind: "criteria", method: "coeval.task_criteria" },
    { task: "t2", kind: "criteria", method: "coeval.task_criteria" },
  ]);
  const { subjects } = inputsOfStudy(judged, method("coeval.step"), { rubricMethod: "coeval.task_criteria" });
  expect(subjects.map(({ name, input }) => [name, input.items.map((item) => item.name)])).toEqual([
    ["t1 r1", ["For t1"]],
    ["t1 r2", ["For t1"]],
    ["t2 r3", ["For t2"]],
  ]);
});

test("drafted scales are those of the criteria in the study file, and of the judge that scores by them", () => {
  const made = inputsOfStudy(records, method("coeval.criteria")).subjects.flatMap((subject) =>
    recordsOf(
      subject,
      method("coeval.criteria"),
      { model: "m", params: {} },
      simulate(
        method("coeval.criteria"),
        subject.input,
        { scales: true },
        () => "1. Length: Is it short? [1 = no; 3 = yes]\n2. Tone: Is it warm?",
      ).drafted,
    ),
  );
  expect(made).toMatchObject([
    {
      items: [
        { scale: { type: "points", min: 1, max: 3, labels: { "1": "no", "3": "yes" } } },
        { scale: { type: "points", min: 1, max: 5 } },
      ],
    },
  ]);
  const [judged] = inputsOfStudy([...records, ...made], method("coeval.step")).subjects;
  expect(judged?.input.items.map(({ points }) => points?.max)).toEqual([3, 5]);
});
