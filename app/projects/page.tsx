import { FolderKanban, ScrollText } from "lucide-react";
import type { Metadata } from "next";
import { NewProject } from "@/app/projects/new-project";
import { SignedInPage } from "@/app/signed-in-page";
import { Page } from "@/components/shell/page";
import { DemoBadge } from "@/components/shell/sample-badge";
import { Badge } from "@/components/ui/badge";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import { isSiteAdmin } from "@/lib/auth/actor";
import { listProjects } from "@/lib/project/data";
import { requireUser } from "@/lib/project/page-access";
import { ROLE_NAMES } from "@/lib/project/rules";
import type { ProjectView } from "@/lib/project/schema";

export const metadata: Metadata = { title: "Projects" };

interface ProjectsPageProps {
  searchParams: Promise<{ new?: string }>;
}

export default async function ProjectsPage({ searchParams }: ProjectsPageProps) {
  const user = await requireUser();
  const projects = await listProjects(user);
  const mayCreate = isSiteAdmin(user);
  const create = mayCreate && <NewProject initiallyOpen={(await searchParams).new !== undefined} />;
  const current = projects.filter(({ archivedAt }) => !archivedAt);
  const archived = projects.filter(({ archivedAt }) => archivedAt);

  return (
    <SignedInPage user={user}>
      <Page>
        <PageHeader
          title="Projects"
          description={
            mayCreate
              ? "One project per study or team: its data, its batches and its people."
              : "One project per study or team: its data, its batches and its people. Site admins create projects; ask one of them for another one."
          }
          actions={
            mayCreate && (
              <>
                <ButtonLink href="/audit">
                  <ScrollText aria-hidden="true" />
                  Audit log
                </ButtonLink>
                {create}
              </>
            )
          }
        />
        <Panel flush>
          {current.length > 0 ? (
            <ProjectList projects={current} />
          ) : (
            <EmptyState icon={<FolderKanban />} title="No project yet">
              {mayCreate
                ? "Start one, then import data and open a batch."
                : "An admin of a project can take you into it. Give them your e-mail address."}
            </EmptyState>
          )}
        </Panel>
        {archived.length > 0 && (
          <Panel title="Archived" flush>
            <ProjectList projects={archived} />
          </Panel>
        )}
      </Page>
    </SignedInPage>
  );
}

function ProjectList({ projects }: { projects: ProjectView[] }) {
  return (
    <ul className="divide-y">
      {projects.map(({ id, name, description, sample, role, createdAt }) => (
        <li key={id}>
          <Link
            href={role === "annotator" ? "/annotate" : `/projects/${id}`}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 hover:bg-hover focus-visible:-outline-offset-2"
          >
            <span className="grid min-w-0 flex-1 gap-0.5">
              <span className="flex items-center gap-2 text-base font-medium wrap-anywhere">
                {name}
                {sample && <DemoBadge />}
              </span>
              {description && <span className="truncate text-sm text-muted">{description}</span>}
            </span>
            <Badge>{ROLE_NAMES[role]}</Badge>
            <span className="text-sm text-muted tabular-nums max-sm:hidden">
              <Time at={createdAt.toISOString()} show="date" />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
