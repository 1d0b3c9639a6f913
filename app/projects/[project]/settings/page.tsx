import { ScrollText } from "lucide-react";
import type { Metadata } from "next";
import { ProjectSettings } from "@/app/projects/[project]/settings/project-settings";
import { Page } from "@/components/shell/page";
import { ButtonLink } from "@/components/ui/button-link";
import { PageHeader } from "@/components/ui/page-header";
import { requireMember } from "@/lib/auth/page";

export const metadata: Metadata = { title: "Settings" };

export default async function SettingsPage({ params }: { params: Promise<{ project: string }> }) {
  const { project } = await requireMember((await params).project, "admin");
  return (
    <Page width="narrow">
      <PageHeader
        title="Settings"
        actions={
          <ButtonLink href={`/projects/${project.id}/audit`}>
            <ScrollText aria-hidden="true" />
            Audit log
          </ButtonLink>
        }
      />
      <ProjectSettings
        project={{
          id: project.id,
          name: project.name,
          description: project.description,
          archived: project.archivedAt !== null,
          onErasure: project.onErasure,
        }}
      />
    </Page>
  );
}
