import { redirect } from "next/navigation";
import { requireMember } from "@/lib/auth/page";

/** A project opens where its work happens: its batches. */
export default async function ProjectPage({ params }: { params: Promise<{ project: string }> }) {
  const { project } = await requireMember((await params).project, "researcher");
  redirect(`/projects/${project.id}/batches`);
}
