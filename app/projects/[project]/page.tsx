import { CircleCheck } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Findings } from "@/app/projects/[project]/batches/attention";
import { FirstSteps } from "@/app/projects/[project]/first-steps";
import { Totals } from "@/app/projects/[project]/project-totals";
import { Page } from "@/components/shell/page";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { actAs } from "@/lib/auth/actor";
import { listAttention } from "@/lib/batch/data/attention";
import { findTotals } from "@/lib/batch/data/cost";
import { findFirstSteps } from "@/lib/batch/data/first-steps";
import { requireMember } from "@/lib/project/page-access";

export const metadata: Metadata = { title: "Overview" };

/** Project overview: what needs attention, recent work, and results. */
export default async function ProjectPage({ params }: { params: Promise<{ project: string }> }) {
  const { actor, project } = await requireMember((await params).project, "researcher");
  const [attention, totals, steps] = await Promise.all([
    listAttention(actor, project.id),
    findTotals(actor, project.id),
    project.role === "admin" ? findFirstSteps(actAs(actor, "admin"), project.id) : null,
  ]);
  if (!totals) notFound();
  const batches = `/projects/${project.id}/batches`;
  return (
    <Page>
      <PageHeader title={project.name} description={project.description || undefined} />
      {steps && <FirstSteps steps={steps} project={project.id} />}
      <Panel flush title="Needs attention">
        {attention.length === 0 ? (
          <EmptyState icon={<CircleCheck />} title="Nothing needs attention">
            {totals.running === 0
              ? "No batch runs now."
              : "No running batch is late or quiet, and nobody waits for an answer."}
          </EmptyState>
        ) : (
          <ul className="divide-y">
            {attention.map(({ id, name, findings }) => (
              <li key={id}>
                <h3 className="px-4 pt-3 text-sm">
                  <Link href={`${batches}/${id}`} className="rounded-sm hover:underline">
                    {name}
                  </Link>
                </h3>
                <Findings findings={findings} home={`${batches}/${id}`} />
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <Totals totals={totals} />
    </Page>
  );
}
