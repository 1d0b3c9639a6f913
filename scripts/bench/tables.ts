import { randomFrom } from "@/lib/agreement/random";
import type { StudyRecord } from "@/lib/dataset/schema";
import { WHOLE } from "@/lib/report/rules/bounds";
import { DEFAULT_OPTIONS, PART_NAMES, partsOf } from "@/lib/report/rules/report";
import { ReportBasis } from "@/lib/report/rules/report-basis";
import { overviewOf } from "@/lib/report/rules/sections";
import { selected } from "@/lib/report/rules/selection";
import { StudyDataReader } from "@/lib/report/rules/study-data";
import type { StudyData } from "@/lib/report/schema/study";

/**
 * Processor time of every table of a report, of a study in memory: five people on twelve criteria and two models' drafts.
 * Unlike `bench report` it needs no database, and other work on the machine hardly changes its numbers.
 */

const CRITERIA = 12;
const PEOPLE = 5;
const MODELS = ["model-a", "model-b"];
const SCALE = { type: "points", min: 1, max: 5 } as const;
/** Below this, a table is not listed. */
const LEAST_MS = 20;

function* records(responses: number): Generator<StudyRecord> {
  const random = randomFrom(42);
  const noisy = (quality: number) => {
    const step = random() < 0.6 ? 0 : random() < 0.5 ? -1 : 1;
    return Math.max(1, Math.min(5, quality + step));
  };
  const criteria = Array.from({ length: CRITERIA }, (_, at) => `C${at + 1}`);
  yield { type: "study", version: 1, name: "Generated" };
  yield {
    type: "rubric",
    id: "c",
    task: null,
    kind: "criteria",
    items: criteria.map((id) => ({ id, name: id, text: "How good is it?", scale: SCALE })),
  } as StudyRecord;
  for (let n = 1; n <= responses; n++) {
    const [task, response] = [`t${n}`, `r${n}`];
    yield { type: "task", id: task, instruction: `Number ${n}`, tags: [`f${n % 7}`] } as StudyRecord;
    yield {
      type: "response",
      id: response,
      task,
      model: `model-${n % 3}`,
      text: "Some text.",
    } as StudyRecord;
    const quality = 1 + Math.floor(random() * 5);
    for (const item of criteria) {
      for (const rater of MODELS)
        yield {
          ...{ type: "draft", id: `d-${rater}-${n}-${item}`, task, response, item, rater, raterKind: "llm" },
          ...{ method: "direct", value: noisy(quality), lines: [] },
        } as unknown as StudyRecord;
      for (let person = 1; person <= PEOPLE; person++) {
        const began = Date.UTC(2026, 0, 1) + n * 120_000;
        yield {
          ...{ type: "judgement", id: `j${person}-${n}-${item}`, task, response, item, rater: `A${person}` },
          ...{ raterKind: "human", exposure: "none", value: noisy(quality) },
          activeMs: 8000 + Math.floor(random() * 20_000),
          startedAt: new Date(began).toISOString(),
          submittedAt: new Date(began + 90_000).toISOString(),
        } as unknown as StudyRecord;
      }
    }
  }
}

/** Seconds of processor time. */
function used<T>(act: () => T): [T, number] {
  const began = process.cpuUsage();
  const made = act();
  const { user, system } = process.cpuUsage(began);
  return [made, (user + system) / 1e6];
}

function line(what: string, seconds: number): void {
  console.log(`  ${what.padEnd(36)}${seconds.toFixed(2).padStart(8)} s`);
}

function measure(judgements: number): void {
  const responses = Math.ceil(judgements / CRITERIA / PEOPLE);
  console.log(`\n${(responses * CRITERIA * PEOPLE).toLocaleString("en")} judgements, processor time`);
  const [study, read] = used(() => {
    const reader = new StudyDataReader();
    for (const record of records(responses)) reader.add(record);
    return reader.finish();
  });
  line("making and reading the records", read);
  measureReport("whole study", study);
  if (judgements <= 150_000) measureReport("filter family f1", selected(study, { family: "f1" }));
  console.log(`  memory at most ${(process.resourceUsage().maxRSS / 1000).toFixed(0)} MB`);
}

function measureReport(what: string, study: StudyData): void {
  const [, whole] = used(() => {
    const basis = new ReportBasis(study, DEFAULT_OPTIONS, WHOLE);
    const [, headline] = used(() => overviewOf(basis));
    line(`${what}: headline`, headline);
    const [, units] = used(() => basis.chosen);
    line("units and scopes", units);
    for (const name of PART_NAMES) {
      const [, seconds] = used(() => partsOf(basis, [name]));
      if (seconds * 1000 >= LEAST_MS) line(name, seconds);
    }
  });
  line(`${what}: all`, whole);
}

const sizes = process.env.BENCH_JUDGEMENTS ? [Number(process.env.BENCH_JUDGEMENTS)] : [600, 100_000];
for (const judgements of sizes) measure(judgements);
