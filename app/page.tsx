import { redirect } from "next/navigation";
import { requireUser } from "@/lib/auth/page";
import { listProjects } from "@/lib/project/data";

/** Annotators go to their queue, everybody else to their projects. */
export default async function StartPage() {
  const projects = await listProjects(await requireUser());
  const onlyAnnotates = projects.length > 0 && projects.every(({ role }) => role === "annotator");
  redirect(onlyAnnotates ? "/annotate" : "/projects");
}
