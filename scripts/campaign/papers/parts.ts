import { curate } from "./curate";
import type { Installation } from "./installation";
import {
  loadScores,
  lookAt,
  readProvenance,
  readSelectors,
  readTable,
  readTrace,
  readTrainingData,
} from "./read";
import { evaluators, raiseLimit, type StartedRun, startRun, whenDone } from "./runs";

export const PAIRS = 20;
/** Requests under way at one time. */
export const CONCURRENCY = 8;

type Part = (installation: Installation) => Promise<StartedRun[]>;

/** All evaluators on all pairs. One of them stops at a number of requests, and one at its budget. */
const llmbar: Part = async (installation) => {
  const { page, project, worker } = installation;
  const limited = await startRun(installation, "llmbar.metrics*", PAIRS, { maxCalls: 25 });
  await raiseLimit(installation, limited, "Max requests");
  const cheap = await startRun(installation, "llmbar.reference*", PAIRS, { budget: 0.03 });
  await raiseLimit(installation, cheap, "Budget");
  worker.dieAfter(150);
  const runs = [limited, cheap];
  for (const method of evaluators())
    if (!runs.some((run) => run.method === method)) runs.push(await startRun(installation, method, PAIRS));
  for (const run of runs) await whenDone(page, project.id, run);
  for (const run of runs) await readProvenance(page, project.id, run);
  for (const table of ["T2", "T10", "T11", "labels", "bias"])
    await readTable(installation, "llmbar", table, 2);
  await lookAt(page, "tables-llmbar");
  return runs;
};

const TASKS = 10;

/** Every version and candidate joins the dataset: parts with such runs are the last ones. */
const MORE = { first: TASKS, addsAll: true };

/** Self-refinement with four iterations, and the unstructured one beside it. */
const stick: Part = async (installation) => {
  const { page, project, worker } = installation;
  worker.dieAfter(20);
  const refined = await startRun(installation, "stick.refine", TASKS, {
    ...{ ...MORE, budget: 0.06, params: { "Max revisions": 4 } },
  });
  await raiseLimit(installation, refined, "Budget");
  const plain = await startRun(installation, "self_refine.unstructured", TASKS, MORE);
  const runs = [refined, plain];
  for (const run of runs) await whenDone(page, project.id, run);
  await readTrace(page, project.id, refined, "Is it very long?");
  await readTrace(page, project.id, plain, "Revision");
  for (const run of runs) await loadScores(installation, run);
  await readTable(installation, "stick", "F3", 2);
  await readTable(installation, "stick", "T1", 1);
  await lookAt(page, "tables-stick");
  return runs;
};

/** Best of eight. What selects best is known once the candidates have an external score. */
const bestOf: Part = async (installation) => {
  const { page, project, worker } = installation;
  worker.dieAfter(40);
  const selected = await startRun(installation, "stick.best_of_n", TASKS, {
    ...{ ...MORE, budget: 0.2, params: { "Candidates per task": 8 } },
  });
  await raiseLimit(installation, selected, "Budget");
  await whenDone(page, project.id, selected);
  await readTrace(page, project.id, selected, "Is it very long?");
  await loadScores(installation, selected);
  await readSelectors(installation, selected);
  await lookAt(page, "selectors");
  await readTable(installation, "stick", "T5", 3);
  await lookAt(page, "tables-best-of");
  return [selected];
};

/** Judging all pairs without, with and where needed with checklists, and an ablation of those of three tasks. */
const checklists: Part = async (installation) => {
  const { page, project, worker } = installation;
  const selective = await startRun(installation, "clstudy.pairwise.selective", PAIRS, { budget: 0.15 });
  worker.dieAfter(60);
  await raiseLimit(installation, selective, "Budget");
  worker.dieAfter(60);
  const runs = [
    selective,
    await startRun(installation, "clstudy.pairwise.none", PAIRS),
    await startRun(installation, "clstudy.pairwise.checklist", PAIRS),
  ];
  for (const run of runs) await whenDone(page, project.id, run);
  for (const run of runs) await readProvenance(page, project.id, run);
  for (const table of ["F3a", "F6", "T7"]) await readTable(installation, "checklists", table, 1);
  await lookAt(page, "tables-checklists");
  return runs;
};

/** The checklists of three tasks, without one item at a time. The run with the whole checklists may have been made before. */
const ablation: Part = async (installation) => {
  const { page, project, worker } = installation;
  const run = await startRun(installation, "clstudy.pairwise.ablation", 3, { first: 3, budget: 0.06 });
  worker.dieAfter(10);
  await raiseLimit(installation, run, "Budget");
  await whenDone(page, project.id, run);
  await readProvenance(page, project.id, run);
  await readTable(installation, "checklists", "signs-pairwise", 1);
  return [run];
};

/** Criteria for each response, then scores by them; the scores become training data. */
const salc: Part = async (installation) => {
  const { page, project, worker } = installation;
  worker.dieAfter(10);
  const criteria = await startRun(installation, "salc.criteria_absolute", 2 * PAIRS);
  await whenDone(page, project.id, criteria);
  worker.dieAfter(15);
  // The judge reads the criteria that the run before it wrote for each response.
  const scores = await startRun(installation, "salc.evaluate_absolute", 2 * PAIRS, { budget: 0.02 });
  await raiseLimit(installation, scores, "Budget");
  await whenDone(page, project.id, scores);
  await readProvenance(page, project.id, scores);
  await readTable(installation, "salc", "T1", 1);
  await readTrainingData(installation, PAIRS);
  return [criteria, scores];
};

/** Candidates from all pairs, on every part of which two people decide; then worse responses by a model. */
const curation: Part = async (installation) => {
  const { page, project, worker } = installation;
  await curate(installation, PAIRS);
  const written = await startRun(installation, "curation.gptout", PAIRS, { budget: 0.012 });
  worker.dieAfter(12);
  await raiseLimit(installation, written, "Budget");
  await whenDone(page, project.id, written);
  await readTrace(page, project.id, written, "it does not add");
  await readTable(installation, "llmbar", "T1", 1);
  return [written];
};

/** The parts of the campaign by name, in their order. */
export const PARTS: Record<string, Part> = {
  llmbar,
  checklists,
  ablation,
  salc,
  curation,
  stick,
  "best-of": bestOf,
};
