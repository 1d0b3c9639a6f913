import { MailPlus } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { AddPerson } from "@/app/projects/[project]/people/add-person";
import { Invitations } from "@/app/projects/[project]/people/invitations";
import { PeopleTable } from "@/app/projects/[project]/people/people-table";
import { DocsLink } from "@/components/shell/docs-link";
import { Page } from "@/components/shell/page";
import { ButtonLink } from "@/components/ui/button-link";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { passwordsAreOff } from "@/lib/auth/provider/configuration";
import { findLoads } from "@/lib/batch/data/member-loads";
import { listInvitations } from "@/lib/invitation/data";
import { listMembers } from "@/lib/project/data";
import { requireMember } from "@/lib/project/page-access";
import type { ProjectView } from "@/lib/project/schema";

export const metadata: Metadata = { title: "People" };

export default async function PeoplePage({ params }: { params: Promise<{ project: string }> }) {
  const { actor, project } = await requireMember((await params).project, "admin");
  const [people, loads, invitations] = await Promise.all([
    listMembers(actor, project.id),
    findLoads(actor, project.id),
    listInvitations(actor, project.id),
  ]);
  if (!people || !invitations) notFound();
  const now = new Date();
  return (
    <Page>
      <PageHeader
        title="People"
        description={
          <>
            Results and exports name people by their pseudonym in this project. Only its admins see whose it
            is. <DocsLink href="/docs/how-to/people">Roles and invitations</DocsLink>
          </>
        }
        actions={!project.archivedAt && <AddPeople project={project} />}
      />
      {invitations.length > 0 && (
        <Invitations
          projectId={project.id}
          invitations={invitations.map(({ id, email, name, role, expiresAt }) => ({
            id,
            email,
            name,
            role,
            until: expiresAt.toISOString(),
            expired: expiresAt <= now,
          }))}
          readOnly={project.archivedAt !== null}
        />
      )}
      <Panel flush>
        <PeopleTable
          projectId={project.id}
          people={people.map(({ createdAt, ...person }) => {
            const load = loads.get(person.id);
            return {
              ...person,
              createdHere: person.createdHere && !passwordsAreOff(),
              since: createdAt.toISOString(),
              open: load?.open ?? 0,
              submitted: load?.submitted ?? 0,
              available: load?.available ?? 0,
              lastAt: load?.lastAt?.toISOString() ?? null,
            };
          })}
          ownId={actor.userId}
          readOnly={project.archivedAt !== null}
        />
      </Panel>
    </Page>
  );
}

/** Buttons that add a person, or invite people. */
function AddPeople({ project }: { project: ProjectView }) {
  return (
    <>
      <AddPerson projectId={project.id} />
      <ButtonLink variant="primary" href={`/projects/${project.id}/people/invite`}>
        <MailPlus aria-hidden="true" />
        Invite people
      </ButtonLink>
    </>
  );
}
