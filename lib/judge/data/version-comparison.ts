import "server-only";
import { type Member, memberOf } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import { type GivenValue, JudgeSpec } from "@/lib/drafting/schema/judge-spec";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { listLooks } from "@/lib/judge/data/held-out";
import { type HumanUnit, unorderedUnitKey } from "@/lib/judge/data/human-labels";
import { findVersion } from "@/lib/judge/data/judges";
import { findSplit } from "@/lib/judge/data/label-split";
import { comparedUnits, comparePart, valuesByVersion } from "@/lib/judge/data/workshop";
import { confusionOf } from "@/lib/judge/rules/confusion";
import { type ComparedUnit, changeOf, figuresOf, judgedScales } from "@/lib/judge/rules/figures";
import { peoplesKappa } from "@/lib/judge/rules/peoples-kappa";
import type { LabelConfusion } from "@/lib/judge/schema/confusion";
import type { JudgeVersionDetail } from "@/lib/judge/schema/judges";
import type { LabelSplitView } from "@/lib/judge/schema/split";
import type { TunedOn } from "@/lib/judge/schema/tuned-on";
import type {
  CriterionFigures,
  HeldOutLookView,
  JudgeFigures,
  PeoplesKappa,
  VersionFigures,
} from "@/lib/judge/schema/workshop";
import type { LabelPart } from "@/prisma/generated/client/client";

/** A labelled unit of the development part with what a version said of it. */
export interface LabelledUnit {
  unit: HumanUnit & { label: GivenValue };
  /** False if the version was not run on it. */
  isAsked: boolean;
  value: GivenValue | null;
  /** The value of each sample or order; for pairs, the values of one order come first. */
  votes: (GivenValue | null)[];
  /** The judge read the unit's B as A. */
  isMirrored: boolean;
}

/** The cost of a version's values on a dataset. */
interface VersionWork {
  values: number;
  /** Null if a call has no price. */
  dollars: number | null;
  /** Time the endpoint took; null if a call was not timed. */
  seconds: number | null;
}

/** A version of a judge beside people on a dataset: the material of its card. */
export interface VersionComparison {
  judge: { id: string; name: string; projectId: string };
  version: JudgeVersionDetail;
  dataset: { id: string; name: string };
  split: LabelSplitView;
  tunedOn: TunedOn;
  units: LabelledUnit[];
  figures: JudgeFigures;
  confusion: LabelConfusion;
  /** The criteria that several tasks share; empty for a judge of something else. */
  criteria: CriterionFigures[];
  change: VersionFigures["change"];
  /** The mean κ of people, each against the others; null where no unit has several people. */
  humanKappa: PeoplesKappa | null;
  /** Looks at this version alone. */
  looks: HeldOutLookView[];
  work: VersionWork;
}

/**
 * A version beside people on the development part of a dataset's labels, the labels it was tuned on, and its recorded
 * looks at held-out ones. Null when the researcher may not read either.
 */
export async function compareVersion(
  researcher: Member<"researcher">,
  versionId: string,
  datasetId: string,
): Promise<VersionComparison | Refusal<"no-label-split"> | null> {
  const found = await db.judgeVersion.findFirst({
    where: {
      id: versionId,
      judge: {
        project: { AND: memberOf(researcher), datasets: { some: { id: datasetId, deletedAt: null } } },
      },
    },
    select: {
      judge: {
        select: {
          ...{ id: true, name: true, projectId: true, subject: true },
          versions: { select: { id: true, number: true, spec: true, parentId: true } },
        },
      },
    },
  });
  if (!found) return null;
  const { judge } = found;
  const [version, split, dataset] = await Promise.all([
    findVersion(researcher, judge.id, { id: versionId }),
    findSplit(researcher, datasetId),
    db.dataset.findUnique({ where: { id: datasetId }, select: { id: true, name: true } }),
  ]);
  if (!version || !split || !dataset) return null;
  if (split === "none") return refuse("no-label-split");
  const [compared, looks] = await Promise.all([
    comparePart(datasetId, judge, "development"),
    listLooks(researcher, datasetId),
  ]);
  const by = valuesByVersion(compared.values);
  const own = by.get(versionId) ?? new Map();
  const parent = judge.versions.find(({ number }) => number === version.parent);
  const before = by.get(parent?.id ?? "");
  const units = comparedUnits(compared.labelled, own);
  return {
    judge,
    ...{ version, dataset, split },
    tunedOn: {
      examples: await exampleTasks(version.spec, datasetId),
      instructions: await usedInstructions(judge.versions, version, datasetId),
      weights: weightsOf(version.spec, datasetId),
      development: {
        tasks: await keysOf(compared.labelled.map(({ taskId }) => taskId)),
        units: compared.labelled.length,
        versions: judge.versions
          .filter(({ id, number }) => number <= version.number && by.has(id))
          .map(({ number }) => number)
          .sort((a, b) => a - b),
        leftOut: compared.shown,
      },
    },
    units: compared.labelled.map((unit) => {
      const given = own.get(unorderedUnitKey(unit));
      return {
        ...{ unit, isAsked: given !== undefined, value: given?.value ?? null },
        ...{ votes: given?.votes ?? [], isMirrored: given?.isMirrored ?? false },
      };
    }),
    figures: figuresOf(judge.subject, units),
    confusion: confusionOf(version.spec, units),
    criteria: judge.subject === "criterion" ? await criterionFigures(compared.labelled, units) : [],
    change:
      parent && before
        ? {
            from: parent.number,
            figures: changeOf(judge.subject, comparedUnits(compared.labelled, before), units),
          }
        : null,
    humanKappa: peoplesKappa(
      judge.subject,
      compared.judged,
      units.length > 0 ? judgedScales(units) : undefined,
    ),
    looks: looks.filter((look) => look.judge.id === judge.id && look.version === version.number),
    work: await workOf(versionId, datasetId),
  };
}

/** More criteria than a card shows. */
const MOST_CRITERIA = 30;

/** The figures on each criterion that several tasks share, the most frequent first. Unit u of one list is unit u of the other. */
async function criterionFigures(
  labelled: readonly HumanUnit[],
  units: readonly ComparedUnit[],
): Promise<CriterionFigures[]> {
  const own = new Map<string, ComparedUnit[]>();
  for (const [at, { itemId }] of labelled.entries()) {
    const unit = units[at];
    if (itemId !== null && unit) own.set(itemId, [...(own.get(itemId) ?? []), unit]);
  }
  const shared = [...own]
    .filter(([, list]) => new Set(list.map(({ task }) => task)).size > 1)
    .sort(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1))
    .slice(0, MOST_CRITERIA);
  const versions = await db.itemVersion.findMany({
    where: { itemId: { in: shared.map(([item]) => item) } },
    orderBy: { rubricVersion: { version: "asc" } },
    select: { itemId: true, name: true, text: true },
  });
  const wording = new Map(versions.map(({ itemId, name, text }) => [itemId, name ?? text]));
  return shared.flatMap(([item, list]) => {
    const range = list[0]?.range;
    return range
      ? [{ criterion: wording.get(item) ?? "", range, figures: figuresOf("criterion", list) }]
      : [];
  });
}

const PARTS: Record<LabelPart, TunedOn["examples"][number]["part"]> = {
  examples: "examples",
  development: "development",
  held_out: "held-out",
};

/** The tasks whose labels are in a version's prompt, with the part that they belong to. */
async function exampleTasks(spec: JudgeSpec, datasetId: string): Promise<TunedOn["examples"]> {
  const { examples } = JudgeSpec.parse(spec);
  const tasks = await db.task.findMany({
    where: { id: { in: examples.flatMap(({ source }) => source?.task ?? []) } },
    select: { id: true, key: true, datasetId: true, labelPart: { select: { part: true } } },
  });
  const taskOf = new Map(tasks.map((task) => [task.id, task]));
  return examples.map(({ source, value }) => {
    const task = taskOf.get(source?.task ?? "");
    const isHere = task?.datasetId === datasetId;
    return {
      task: isHere ? task.key : null,
      part: isHere && task.labelPart ? PARTS[task.labelPart.part] : null,
      source: source === null ? "written" : isHere ? "dataset" : "elsewhere",
      value,
    };
  });
}

/** The weights of a panel's members, if they were computed on the development labels of the dataset. */
function weightsOf({ panel }: JudgeSpec, datasetId: string): TunedOn["weights"] {
  if (panel?.weightedOn !== datasetId) return [];
  return panel.members.map(({ judge, number, weight }) => ({ judge, version: number, weight }));
}

interface Ancestor {
  id: string;
  number: number;
  parentId: string | null;
  spec: unknown;
}

/** A version and those it was made from. */
function lineOf(versions: readonly Ancestor[], versionId: string): string[] {
  const line: string[] = [];
  for (let at: string | null = versionId; at !== null; ) {
    line.push(at);
    at = versions.find(({ id }) => id === at)?.parentId ?? null;
  }
  return line;
}

/** The instructions that were proposed from labels of the dataset of a version, its members, and those they were made from. */
async function usedInstructions(
  own: readonly Ancestor[],
  { id, spec }: Pick<JudgeVersionDetail, "id" | "spec">,
  datasetId: string,
): Promise<TunedOn["instructions"]> {
  const members = spec.panel?.members.map(({ version }) => version) ?? [];
  const versions = [
    ...own,
    ...(await db.judgeVersion.findMany({
      where: { judge: { versions: { some: { id: { in: members } } } } },
      select: { id: true, number: true, parentId: true, spec: true },
    })),
  ];
  const line = [id, ...members].flatMap((one) => lineOf(versions, one));
  // A version that was made from one with the same instruction has it since then.
  const uses = await db.judgeInstructionUse.findMany({
    distinct: ["instructionId"],
    where: { judgeVersionId: { in: line }, instruction: { proposal: { split: { datasetId } } } },
    orderBy: [{ judgeVersion: { number: "asc" } }, { instruction: { position: "asc" } }],
    select: {
      judgeVersion: { select: { id: true, number: true } },
      instruction: {
        select: {
          ...{ text: true, proposal: { select: { taskIds: true } } },
          history: { select: { text: true } },
        },
      },
    },
  });
  return Promise.all(
    uses.map(async ({ judgeVersion: { id, number }, instruction: { text, proposal, history } }) => {
      // It may have been revised again since: the version has one of its texts.
      const spec = JudgeSpec.parse(versions.find((version) => version.id === id)?.spec);
      const texts = [text, ...history.flatMap((decision) => decision.text ?? [])];
      return {
        text: texts.find((one) => spec.user.includes(one)) ?? text,
        version: number,
        tasks: await keysOf(proposal.taskIds),
      };
    }),
  );
}

async function keysOf(tasks: readonly string[]): Promise<string[]> {
  const rows = await db.task.findMany({
    where: { id: { in: [...new Set(tasks)] } },
    orderBy: [{ position: "asc" }, { id: "asc" }],
    select: { key: true },
  });
  return rows.map(({ key }) => key);
}

/** An answer from the cache counts with what it cost when it was given. */
async function workOf(versionId: string, datasetId: string): Promise<VersionWork> {
  const [work] = await db.$queryRaw<VersionWork[]>`
    WITH own AS (SELECT u."id" FROM "DraftUnit" u JOIN "DraftRun" run ON run."id" = u."runId"
        WHERE run."judgeVersionId" = ${versionId}::uuid AND run."datasetId" = ${datasetId}::uuid AND u."state" = 'done'),
      calls AS (SELECT DISTINCT l."id", l."costMicros", l."latencyMs", l."text"
        FROM "DraftUnitCall" k JOIN own ON own."id" = k."unitId" JOIN "LlmCall" l ON l."id" = k."callId")
    SELECT (SELECT count(DISTINCT (d."taskId", d."responseId", d."responseBId", d."itemId"))::int
        FROM "Draft" d JOIN own ON own."id" = d."unitId")
        + (SELECT count(DISTINCT u."responseId")::int FROM "DraftUnit" u JOIN own ON own."id" = u."id"
          WHERE u."result" -> 'label' IS NOT NULL) AS "values",
      (SELECT CASE WHEN NOT bool_or("costMicros" IS NULL AND "text" IS NOT NULL) THEN sum("costMicros")::float8 / 1e6 END
        FROM calls) AS "dollars",
      (SELECT CASE WHEN NOT bool_or("latencyMs" IS NULL AND "text" IS NOT NULL) THEN sum("latencyMs")::float8 / 1e3 END
        FROM calls) AS "seconds"`;
  return work ?? { values: 0, dollars: null, seconds: null };
}
