import { expect, test } from "vitest";
import { type AnnotatorFacts, attentionFindings, type BatchFacts } from "@/lib/batch/rules/attention";

const now = new Date("2026-11-20T12:00:00Z");
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

const person = (code: string, change: Partial<AnnotatorFacts> = {}): AnnotatorFacts => ({
  code,
  name: null,
  addedAt: ago(100),
  submitted: 10,
  came: true,
  medianMs: 60_000,
  stopped: false,
  failed: false,
  ...change,
});

const NONE = { units: 0, agreement: null };
const facts = (change: Partial<BatchFacts> = {}): BatchFacts => ({
  openedAt: ago(100),
  dueAt: null,
  left: 40,
  lastAt: ago(1),
  annotators: [person("A"), person("B"), person("C")],
  agreement: { before: NONE, lately: NONE },
  questions: { waiting: 0, since: null },
  flags: 0,
  ...change,
});
const found = (change: Partial<BatchFacts>) => attentionFindings(facts(change), now).map(({ what }) => what);

test("a batch without problems needs no attention", () =>
  expect(attentionFindings(facts(), now)).toEqual([]));

test("a batch past its due date is late, and one due within three days is due soon", () => {
  expect(found({ dueAt: ago(1) })).toEqual(["late"]);
  expect(found({ dueAt: ago(-48) })).toEqual(["due-soon"]);
  expect(found({ dueAt: ago(-96) })).toEqual([]);
  expect(found({ dueAt: ago(1), left: 0 })).toEqual([]);
});

test("a batch is idle after two days without a submission, counted from its opening", () => {
  expect(found({ lastAt: ago(49) })).toEqual(["quiet"]);
  expect(found({ lastAt: null })).toEqual(["quiet"]);
  expect(found({ lastAt: null, openedAt: ago(40) })).toEqual([]);
  expect(found({ lastAt: ago(49), left: 0 })).toEqual([]);
});

test("an annotator is fast at less than a third of the others' time, with enough submissions", () => {
  const fast = person("B", { medianMs: 19_000 });
  expect(
    attentionFindings(facts({ annotators: [person("A"), fast, person("C", { medianMs: 62_000 })] }), now),
  ).toEqual([{ what: "faster", people: [{ code: "B", name: null, medianMs: 19_000, restMs: 61_000 }] }]);
  expect(found({ annotators: [person("A"), { ...fast, submitted: 4 }] })).toEqual([]);
  expect(found({ annotators: [person("A"), { ...fast, medianMs: 20_000 }] })).toEqual([]);
  expect(found({ annotators: [fast] })).toEqual([]);
});

test("an annotator is absent after a day without work, unless they failed the exam", () => {
  const absent = { submitted: 0, came: false, medianMs: null };
  const annotators = [
    person("A"),
    person("B", absent),
    person("C", { ...absent, addedAt: ago(20) }),
    person("D", { ...absent, failed: true }),
  ];
  expect(attentionFindings(facts({ annotators }), now)).toEqual([
    { what: "failed-exam", people: [{ code: "D", name: null }] },
    { what: "never-came", people: [{ code: "B", name: null }] },
  ]);
  expect(found({ annotators, openedAt: ago(10) })).toEqual(["failed-exam"]);
});

test("an annotator has stopped, unless they failed the exam", () => {
  const annotators = [
    person("A", { stopped: true }),
    person("B"),
    person("C", { stopped: true, failed: true }),
  ];
  expect(attentionFindings(facts({ annotators }), now)).toEqual([
    { what: "failed-exam", people: [{ code: "C", name: null }] },
    { what: "stopped", people: [{ code: "A", name: null }] },
  ]);
});

test("agreement fell by ten points over enough units", () => {
  const agreement = { before: { units: 60, agreement: 0.8 }, lately: { units: 20, agreement: 0.69 } };
  expect(attentionFindings(facts({ agreement }), now)).toEqual([
    { what: "agreement-fell", from: 0.8, to: 0.69, units: 20 },
  ]);
  expect(found({ agreement: { ...agreement, lately: { units: 19, agreement: 0.1 } } })).toEqual([]);
  expect(found({ agreement: { ...agreement, lately: { units: 20, agreement: 0.75 } } })).toEqual([]);
});

test("items that wait for an answer come first", () =>
  expect(found({ flags: 2, questions: { waiting: 1, since: ago(5) }, dueAt: ago(1) })).toEqual([
    "late",
    "unanswered",
    "flags",
  ]));
