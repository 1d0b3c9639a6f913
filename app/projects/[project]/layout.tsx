import type { Metadata } from "next";
import type { ReactNode } from "react";
import { SignedInPage } from "@/app/signed-in-page";
import { ProjectSwitcher } from "@/components/shell/project-switcher";
import { RulesBadge } from "@/components/shell/rules-badge";
import { DemoBadge } from "@/components/shell/sample-badge";
import { Badge } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { ButtonLink } from "@/components/ui/button-link";
import { actAs, isSiteAdmin } from "@/lib/auth/actor";
import { hasModel } from "@/lib/drafting/data/endpoints";
import { listProjects } from "@/lib/project/data";
import { requireMember } from "@/lib/project/page-access";
import type { ProjectView } from "@/lib/project/schema";
import { countSwitchedOff } from "@/lib/webhook/data/webhooks";

interface ProjectLayoutProps {
  params: Promise<{ project: string }>;
  children: ReactNode;
}

export async function generateMetadata({ params }: ProjectLayoutProps): Promise<Metadata> {
  const { project } = await requireMember((await params).project, "member");
  return { title: { default: project.name, template: `%s · ${project.name} · Countersign` } };
}

/** Layout of a project's pages. Each page checks access itself; this only draws the frame. */
export default async function ProjectLayout({ params, children }: ProjectLayoutProps) {
  const { actor, project } = await requireMember((await params).project, "member");
  const base = `/projects/${project.id}`;
  const nav = navigationOf(base, project);
  const draftsByRules = project.role !== "annotator" && !(await hasModel(actor, project.id));
  const others = (await listProjects(actor)).filter(
    ({ role, archivedAt }) => role !== "annotator" && !archivedAt,
  );
  const deaf = project.role === "admin" && (await countSwitchedOff(actAs(actor, "admin"), project.id)) > 0;
  return (
    <SignedInPage
      user={actor}
      nav={nav}
      banner={deaf && <SwitchedOff settings={`${base}/settings#webhooks`} />}
      project={
        <ProjectSwitcher
          current={project.name}
          projects={others.map(({ id, name }) => ({ name, href: `/projects/${id}` }))}
          allHref="/projects"
          newHref={isSiteAdmin(actor) ? "/projects?new" : undefined}
        />
      }
      status={
        <>
          {project.archivedAt && <Badge>Archived</Badge>}
          {draftsByRules && <RulesBadge />}
          {project.sample && <DemoBadge />}
        </>
      }
    >
      {children}
    </SignedInPage>
  );
}

/** Links of the project that a member of this role may follow; annotators come here only to adjudicate. */
function navigationOf(base: string, project: ProjectView) {
  // Annotators come here only to adjudicate.
  const researched = [
    { label: "Overview", href: base },
    { label: "Data", href: `${base}/data` },
    { label: "Drafts", href: `${base}/drafts` },
    { label: "Batches", href: `${base}/batches`, also: `${base}/adjudication` },
    { label: "Agreement", href: `${base}/agreement` },
    { label: "Releases", href: `${base}/studies` },
    { label: "Exports", href: `${base}/exports` },
  ];
  const administered = [
    { label: "People", href: `${base}/people` },
    { label: "Settings", href: `${base}/settings` },
  ];
  const nav = [
    ...(project.role === "annotator" ? [] : researched),
    ...(project.role === "admin" ? administered : []),
  ];
  return nav;
}

/** Notice to admins that a webhook has been switched off. */
function SwitchedOff({ settings }: { settings: string }) {
  return (
    <Banner
      tone="warning"
      title="A webhook was switched off"
      className="m-3"
      action={
        <ButtonLink href={settings} size="sm">
          Look at it
        </ButtonLink>
      }
    >
      No delivery succeeded for days, or the receiver answered that it is gone: your program no longer
      receives events.
    </Banner>
  );
}
