import { ScrollText } from "lucide-react";
import type { Metadata } from "next";
import { ProjectSettings } from "@/app/projects/[project]/settings/project-settings";
import { ProlificSettings } from "@/app/projects/[project]/settings/prolific";
import { Webhooks } from "@/app/projects/[project]/settings/webhooks";
import { Page } from "@/components/shell/page";
import { ButtonLink } from "@/components/ui/button-link";
import { PageHeader } from "@/components/ui/page-header";
import { env } from "@/lib/env";
import { requireMember } from "@/lib/project/page-access";
import { findProlificConnection } from "@/lib/prolific/data/connection";
import { listWebhooks } from "@/lib/webhook/data/webhooks";

export const metadata: Metadata = { title: "Settings" };

export default async function SettingsPage({ params }: { params: Promise<{ project: string }> }) {
  const { actor, project } = await requireMember((await params).project, "admin");
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
      >
        <ProlificSettings
          project={project.id}
          connection={(await findProlificConnection(actor, project.id))?.connection ?? null}
          archived={project.archivedAt !== null}
          canEncrypt={env().LLM_KEY_SECRET.length > 0}
        />
        <Webhooks
          project={project.id}
          webhooks={(await listWebhooks(actor, project.id)) ?? []}
          archived={project.archivedAt !== null}
          canEncrypt={env().LLM_KEY_SECRET.length > 0}
        />
      </ProjectSettings>
    </Page>
  );
}
