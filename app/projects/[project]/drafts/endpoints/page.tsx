import { PlugZap } from "lucide-react";
import type { Metadata } from "next";
import { DraftTabs } from "@/app/projects/[project]/drafts/draft-tabs";
import { EndpointCard } from "@/app/projects/[project]/drafts/endpoints/endpoint-card";
import { EndpointDialog } from "@/app/projects/[project]/drafts/endpoints/endpoint-dialog";
import { Page } from "@/components/shell/page";
import { Banner } from "@/components/ui/banner";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { listEndpoints } from "@/lib/drafting/data/endpoints";
import { env } from "@/lib/env";
import { requireMember } from "@/lib/project/page-access";

export const metadata: Metadata = { title: "Models" };

/** Endpoints of the project's models, for admins. */
export default async function EndpointsPage({ params }: { params: Promise<{ project: string }> }) {
  const { actor, project } = await requireMember((await params).project, "admin");
  const endpoints = (await listEndpoints(actor, project.id)) ?? [];
  const { LLM_ALLOWED_ORIGINS: allowed, LLM_KEY_SECRET: secrets } = env();
  const readOnly = project.archivedAt !== null;
  const add = !readOnly && <EndpointDialog project={project.id} allowed={allowed} />;
  return (
    <Page>
      <PageHeader
        title="Models"
        breadcrumbs={[{ label: "Drafts", href: `/projects/${project.id}/drafts` }]}
        description="Addresses of language models, hosted or your own, with the keys, limits and prices that runs keep to."
        actions={endpoints.length > 0 && add}
      />
      <DraftTabs project={project.id} isAdmin />
      {secrets.length === 0 && (
        <Banner tone="warning" title="Keys cannot be stored on this installation">
          The operator of this installation has set no LLM_KEY_SECRET. Endpoints that need no key work.
        </Banner>
      )}
      {endpoints.length === 0 ? (
        <Panel flush>
          <EmptyState icon={<PlugZap />} title="No endpoints yet" action={add}>
            Any OpenAI-compatible address works (a hosted service, vLLM, Ollama, a proxy), and so do OpenAI,
            Anthropic and Google themselves. Addresses inside a private network work where the operator of the
            installation lists them.
          </EmptyState>
        </Panel>
      ) : (
        endpoints.map((endpoint) => (
          <EndpointCard
            key={endpoint.id}
            project={project.id}
            endpoint={endpoint}
            allowed={allowed}
            readOnly={readOnly}
          />
        ))
      )}
    </Page>
  );
}
