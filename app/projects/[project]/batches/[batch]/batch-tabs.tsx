import { type NavItem, NavTabs } from "@/components/shell/primary-nav";
import { actAs } from "@/lib/auth/actor";
import type { BatchView } from "@/lib/batch/schema/views";
import { findProject } from "@/lib/project/data";
import { requireUser } from "@/lib/project/page-access";
import { countQuestions } from "@/lib/question/data";
import { countRemarks } from "@/lib/review/data/remarks";

/** Tabs of an opened batch. A draft has one page only. */
export async function BatchTabs({ batch }: { batch: Pick<BatchView, "id" | "projectId" | "state"> }) {
  if (batch.state === "draft") return null;
  const home = `/projects/${batch.projectId}/batches/${batch.id}`;
  const user = await requireUser();
  const actor = actAs(user, "researcher");
  const [administered, questions, remarks] = await Promise.all([
    findProject(actAs(user, "admin"), batch.projectId),
    countQuestions(actor, batch.id),
    countRemarks(actor, batch.id),
  ]);
  const pages: NavItem[] = [
    { label: "Monitor", href: home },
    { label: "Assignments", href: `${home}/work` },
    { label: "Questions", href: `${home}/questions`, count: questions?.waiting },
    { label: "Flags and notes", href: `${home}/remarks`, count: remarks?.flags },
    { label: "Agreement", href: `${home}/agreement` },
    { label: "Quality", href: `${home}/quality` },
    { label: "Adjudication", href: `/projects/${batch.projectId}/adjudication/${batch.id}` },
    { label: "Consensus", href: `${home}/consensus` },
    ...(administered ? [{ label: "Crowd links", href: `${home}/participation` }] : []),
  ];
  return <NavTabs label="Batch" items={pages} className="-mx-2 border-b" />;
}
