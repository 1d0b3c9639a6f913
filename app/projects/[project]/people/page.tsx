import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { AddPerson } from "@/app/projects/[project]/people/add-person";
import { PeopleTable } from "@/app/projects/[project]/people/people-table";
import { Page } from "@/components/shell/page";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { requireMember } from "@/lib/auth/page";
import { listMembers } from "@/lib/project/data";

export const metadata: Metadata = { title: "People" };

export default async function PeoplePage({ params }: { params: Promise<{ project: string }> }) {
  const { actor, project } = await requireMember((await params).project, "admin");
  const people = await listMembers(actor, project.id);
  if (!people) notFound();
  return (
    <Page>
      <PageHeader
        title="People"
        description="Results and exports name people by their pseudonym in this project. Only its admins see whose it is."
        actions={!project.archivedAt && <AddPerson projectId={project.id} />}
      />
      <Panel flush>
        <PeopleTable
          projectId={project.id}
          people={people.map(({ createdAt, ...person }) => ({ ...person, since: createdAt.toISOString() }))}
          ownId={actor.userId}
          readOnly={project.archivedAt !== null}
        />
      </Panel>
    </Page>
  );
}
