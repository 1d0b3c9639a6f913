import { type NavItem, NavTabs } from "@/components/shell/primary-nav";
import type { BatchView } from "@/lib/batch/data/progress";

/** The pages of an opened batch, under the header of each of them. A draft has only one. */
export function BatchTabs({ batch }: { batch: Pick<BatchView, "id" | "projectId" | "state"> }) {
  if (batch.state === "draft") return null;
  const home = `/projects/${batch.projectId}/batches/${batch.id}`;
  const pages: NavItem[] = [
    { label: "Monitor", href: home },
    { label: "Agreement", href: `${home}/agreement` },
    { label: "Adjudication", href: `${home}/adjudication` },
  ];
  return <NavTabs label="Batch" items={pages} className="-mx-2 border-b" />;
}
