import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { InviteForm } from "@/app/projects/[project]/people/invite/invite-form";
import { Page } from "@/components/shell/page";
import { PageHeader } from "@/components/ui/page-header";
import { mailIsOn } from "@/lib/mail/data";
import { requireMember } from "@/lib/project/page-access";

export const metadata: Metadata = { title: "Invite people" };

export default async function InvitePage({ params }: { params: Promise<{ project: string }> }) {
  const { project } = await requireMember((await params).project, "admin");
  const people = `/projects/${project.id}/people`;
  if (project.archivedAt) redirect(people);
  return (
    <Page width="narrow">
      <PageHeader
        title="Invite people"
        breadcrumbs={[{ label: "People", href: people }]}
        description={
          mailIsOn()
            ? "Each gets a link of their own by e-mail that works once, for three days."
            : "Each gets a link of their own that works once, for three days. No e-mail is sent: you pass the links on."
        }
      />
      <InviteForm projectId={project.id} />
    </Page>
  );
}
