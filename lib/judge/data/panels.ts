import "server-only";
import { type Member, memberOf } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import { panelModel, panelProblem, panelSpec } from "@/lib/drafting/rules/judge/panel";
import { type JudgePanel, PromptSpec } from "@/lib/drafting/schema/judge-spec";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { addVersion, judgesTheSame, lockJudge, type VersionRefusal } from "@/lib/judge/data/add-version";
import { createJudgeWith } from "@/lib/judge/data/judges";
import { compareVersion } from "@/lib/judge/data/version-comparison";
import type { JudgeView, NewPanel, NewPanelVersion, PanelCandidate } from "@/lib/judge/schema/judges";
import { hasAccess } from "@/lib/project/data";

type PanelRefusal = Refusal<"panel-unfit" | "panel-unweighted" | "no-such-judge-version" | "no-label-split">;

/** A panel as a judge with its first version. Null when project or dataset are not the admin's. */
export async function createPanel(
  admin: Member<"admin">,
  projectId: string,
  { name, note, ...chosen }: NewPanel,
): Promise<JudgeView | PanelRefusal | VersionRefusal | Refusal<"judge-name-taken"> | null> {
  const panel = await panelOf(admin, projectId, chosen);
  if (!panel || "refused" in panel) return panel;
  return createJudgeWith(admin, projectId, name, { ...versionOf(panel), note, origin: null });
}

/** A version of a panel with other members or another rule. Null when judge or dataset are not the admin's. */
export async function createPanelVersion(
  admin: Member<"admin">,
  judgeId: string,
  { parent: parentId, note, ...chosen }: NewPanelVersion,
): Promise<{ id: string; number: number } | PanelRefusal | VersionRefusal | null> {
  const judge = await db.judge.findFirst({
    where: { id: judgeId, project: memberOf(admin) },
    select: { projectId: true },
  });
  if (!judge) return null;
  const panel = await panelOf(admin, judge.projectId, chosen);
  if (!panel || "refused" in panel) return panel;
  const version = versionOf(panel);
  return db.$transaction(async (tx) => {
    const locked = await lockJudge(tx, admin, judgeId, parentId);
    if (!locked || locked.refused) return locked;
    const { parent } = locked;
    if (!parent.isPanel || !judgesTheSame(parent, version.spec)) return refuse("judge-subject-fixed");
    return addVersion(tx, admin, locked.judge, { ...version, note, origin: null, parent });
  });
}

/** The versions that may be members of a panel, newest first within their judge. */
export async function listPanelCandidates(
  admin: Member<"admin">,
  projectId: string,
): Promise<PanelCandidate[]> {
  const rows = await db.judgeVersion.findMany({
    where: { isPanel: false, judge: { projectId, archivedAt: null, project: memberOf(admin) } },
    orderBy: [{ judge: { name: "asc" } }, { number: "desc" }],
    select: {
      ...{ id: true, number: true, model: true, note: true, spec: true },
      judge: { select: { name: true, subject: true } },
    },
  });
  return rows.map(({ id, number, model, note, spec, judge }) => {
    const { scale, labels } = PromptSpec.parse(spec);
    return {
      ...{ version: id, judge: judge.name, subject: judge.subject, number, model, note },
      scale: scale && `${scale.min} to ${scale.max}`,
      labels: labels ? labels.options.map(({ name: label }) => label).join(", ") : null,
    };
  });
}

/** The specification of a panel as that of a version; its endpoint is the first member's. */
function versionOf(panel: JudgePanel) {
  const [first] = panel.members;
  return { spec: panelSpec(panel), endpoint: first?.endpoint ?? "", model: panelModel(panel) };
}

/** The panel of these versions of the project, none of which is a panel itself, with weights by today's κ. */
async function panelOf(
  admin: Member<"admin">,
  projectId: string,
  { members: ids, rule, dataset }: Pick<NewPanel, "members" | "rule" | "dataset">,
): Promise<JudgePanel | PanelRefusal | null> {
  if (!(await hasAccess(admin, projectId))) return null;
  const rows = await db.judgeVersion.findMany({
    where: { id: { in: ids }, isPanel: false, judge: { projectId } },
    select: {
      ...{ id: true, number: true, model: true, spec: true, endpointId: true },
      endpoint: { select: { currency: true } },
      judge: { select: { name: true } },
    },
  });
  // In an order of their own: the same members are the same panel.
  rows.sort((a, b) =>
    a.judge.name < b.judge.name ? -1 : a.judge.name > b.judge.name ? 1 : a.number - b.number,
  );
  if (rows.length < ids.length) return refuse("no-such-judge-version");
  const members = rows.map(({ id, number, model, spec, endpointId, judge }) => ({
    ...{ version: id, judge: judge.name, number, model, endpoint: endpointId },
    ...{ spec: PromptSpec.parse(spec), weight: 1 },
  }));
  const problem = panelProblem(members, rule);
  if (problem) return refuse("panel-unfit", { problems: [problem] });
  if (new Set(rows.map(({ endpoint }) => endpoint.currency)).size > 1)
    return refuse("panel-unfit", {
      problems: ["The endpoints of the members have prices in different currencies."],
    });
  if (dataset === null) return { rule, members, weightedOn: null };
  const weights = await weightsOf(admin, members, dataset);
  if (!weights || "refused" in weights) return weights;
  const weighted = members.map((member, at) => ({ ...member, weight: weights[at] ?? 0 }));
  return { rule, members: weighted, weightedOn: dataset };
}

/** κ of each member with people on the development labels, to four decimals. Refused where one has none above 0; null without the dataset. */
async function weightsOf(
  admin: Member<"admin">,
  members: readonly { version: string; judge: string; number: number }[],
  dataset: string,
): Promise<number[] | PanelRefusal | null> {
  const weights: number[] = [];
  const problems: string[] = [];
  for (const { version, judge, number } of members) {
    const compared = await compareVersion(admin, version, dataset);
    if (!compared || "refused" in compared) return compared;
    const { value, reason } = compared.figures.kappa;
    const weight = Math.round((value ?? 0) * 1e4) / 1e4;
    if (weight > 0) weights.push(weight);
    else
      problems.push(
        `${judge}, version ${number}: ${value === null ? `no κ, because ${reason}` : `κ ${weight.toFixed(2)}`}.`,
      );
  }
  return problems.length > 0 ? refuse("panel-unweighted", { problems }) : weights;
}
