import { redirect } from "next/navigation";
import { listProjects } from "@/lib/project/data";
import { requireUser } from "@/lib/project/page-access";

/** Redirects annotators to their queue, others to their projects. */
export default async function StartPage() {
  const projects = await listProjects(await requireUser());
  const onlyAnnotates = projects.length > 0 && projects.every(({ role }) => role === "annotator");
  redirect(onlyAnnotates ? "/annotate" : "/projects");
}
