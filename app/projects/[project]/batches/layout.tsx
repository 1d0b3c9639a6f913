import type { ReactNode } from "react";
import { requireMember } from "@/lib/project/page-access";

/** Batches are for researchers. Checked here, outside the loading boundary, so that others get a 404. */
export default async function BatchesLayout({
  params,
  children,
}: {
  params: Promise<{ project: string }>;
  children: ReactNode;
}) {
  await requireMember((await params).project, "researcher");
  return children;
}
