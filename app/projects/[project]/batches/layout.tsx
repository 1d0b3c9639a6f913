import type { ReactNode } from "react";
import { requireMember } from "@/lib/project/page";

/** Batches are for researchers. Asked here, outside of what loads, so that for others the address does not exist. */
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
