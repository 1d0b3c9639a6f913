import { randomInt } from "node:crypto";
import { Database } from "lucide-react";
import type { Metadata } from "next";
import { type DesignChoices, findChoices } from "@/app/projects/[project]/batches/design-choices";
import type { Draft } from "@/app/projects/[project]/batches/wizard/use-draft";
import { Wizard } from "@/app/projects/[project]/batches/wizard/wizard";
import { DocsLink } from "@/components/shell/docs-link";
import { Page } from "@/components/shell/page";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { actAs, type Member } from "@/lib/auth/actor";
import { findSubjectGroups } from "@/lib/batch/data/subjects";
import { subjectsOf } from "@/lib/batch/rules/design";
import { asQueue, settingsFor } from "@/lib/batch/rules/queue-preset";
import { requireMember } from "@/lib/project/page-access";
import { DEFAULT_SETTINGS, protocolOf } from "@/lib/protocol/rules/presets";
import { PresetId } from "@/lib/protocol/schema";
import { NO_MEASURES } from "@/lib/quality/schema";

export const metadata: Metadata = { title: "New batch" };

export default async function NewBatchPage({
  params,
  searchParams,
}: {
  params: Promise<{ project: string }>;
  searchParams: Promise<{ dataset?: string | string[]; preset?: string | string[] }>;
}) {
  const { actor, project } = await requireMember((await params).project, "admin");
  const choices = await findChoices(actor, project.id);
  const { dataset, preset } = await searchParams;
  const home = `/projects/${project.id}/batches`;
  return (
    <Page>
      <PageHeader
        title="New batch"
        breadcrumbs={[{ label: "Batches", href: home }]}
        description={
          <>
            Nothing is handed out before you open it, and a draft can still be changed.{" "}
            <DocsLink href="/docs/how-to/designing-a-batch">Designing a batch</DocsLink>
          </>
        }
      />
      {choices.datasets.length === 0 ? (
        <Panel>
          <EmptyState
            icon={<Database />}
            title="There is no dataset to work on"
            action={
              <ButtonLink variant="primary" href={`/projects/${project.id}/data`}>
                Import a dataset
              </ButtonLink>
            }
          >
            A batch hands out the tasks or responses of an imported study.
          </EmptyState>
        </Panel>
      ) : (
        <Wizard
          project={project.id}
          choices={choices}
          draft={
            await firstDraft(actor, choices, {
              dataset: typeof dataset === "string" ? dataset : null,
              preset: PresetId.safeParse(preset).data ?? null,
            })
          }
          saved={null}
        />
      )}
    </Page>
  );
}

const LIKELY: PresetId[] = [
  "criterion-scoring",
  "checklist-answering",
  "criteria-review",
  "checklist-review",
];

/** Initial draft: the wanted preset or the first that fits the dataset, and all annotators. */
async function firstDraft(
  admin: Member<"admin">,
  { datasets, people }: DesignChoices,
  wanted: { dataset: string | null; preset: PresetId | null },
): Promise<Draft> {
  const dataset = datasets.find(({ id }) => id === wanted.dataset)?.id ?? datasets[0]?.id ?? "";
  const groups = await findSubjectGroups(actAs(admin, "researcher"), {
    datasetId: dataset,
    filter: {},
    batchId: null,
  });
  const stepsOf = (preset: PresetId) => protocolOf(preset, settingsFor(preset, DEFAULT_SETTINGS)).steps;
  // A queue can be opened without subjects. On an empty dataset no other design can.
  const isEmpty = groups !== null && groups.task.length === 0;
  const fits = (preset: PresetId) =>
    groups !== null &&
    (preset === "queue" || subjectsOf(groups, [{ steps: stepsOf(preset) }], null).subjects > 0);
  const chosen = isEmpty
    ? (wanted.preset ?? "queue")
    : [...(wanted.preset ? [wanted.preset] : []), ...LIKELY].find(fits);
  const preset = chosen ?? "criterion-scoring";
  const draft: Draft = {
    name: "",
    dataset,
    preset,
    arms: [{ name: "A", k: 3, steps: stepsOf(preset), exposure: null }],
    selection: { filter: {}, sample: null },
    seed: randomInt(2 ** 31),
    subjectOrder: "random",
    itemOrder: "fixed",
    annotators: people.filter(({ role }) => role === "annotator").map(({ id }) => id),
    joinLater: false,
    guidelines: "",
    mustRead: false,
    quality: NO_MEASURES,
    leaseMinutes: 30,
    dueAt: null,
    intake: null,
  };
  return preset === "queue" ? { ...draft, ...asQueue(draft, stepsOf(preset)) } : draft;
}
