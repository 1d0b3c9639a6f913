import "server-only";
import type { Member } from "@/lib/auth/actor";
import { listReadyDatasets } from "@/lib/batch/data/progress";
import { listAwaitableRuns } from "@/lib/batch/data/wait-for-run";
import type { AwaitableRun } from "@/lib/batch/schema/views";
import { listMembers } from "@/lib/project/data";
import type { Role } from "@/lib/project/schema";

export type AnnotatorCandidate = { id: string; pseudonym: string; name: string; role: Role };

export type DesignChoices = {
  datasets: { id: string; name: string; sample: boolean }[];
  /** Members who could work on a batch, annotators first. */
  people: AnnotatorCandidate[];
  /** Unfinished runs of every dataset that it can wait for. */
  runs: AwaitableRun[];
};

/** Choices for the designer of a batch. */
export async function findChoices(admin: Member<"admin">, projectId: string): Promise<DesignChoices> {
  const [datasets, people, runs] = await Promise.all([
    listReadyDatasets(admin, projectId),
    listAnnotatorCandidates(admin, projectId),
    listAwaitableRuns(admin, projectId),
  ]);
  return { datasets, people, runs };
}

/** Active members of a project, annotators first, without participants from links. */
export async function listAnnotatorCandidates(
  admin: Member<"admin">,
  projectId: string,
): Promise<AnnotatorCandidate[]> {
  const members = (await listMembers(admin, projectId)) ?? [];
  return members
    .filter(({ disabled, accountDisabled, email }) => !disabled && !accountDisabled && email !== null)
    .map(({ id, pseudonym, name, role }) => ({ id, pseudonym, name, role }))
    .sort((a, b) => Number(b.role === "annotator") - Number(a.role === "annotator"));
}
