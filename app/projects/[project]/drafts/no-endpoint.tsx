import { PlugZap } from "lucide-react";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { Panel } from "@/components/ui/panel";

/** Shown to an admin where a model is needed and the project has none. */
export function NoEndpoint({ project, children }: { project: string; children: string }) {
  return (
    <Panel flush>
      <EmptyState
        icon={<PlugZap />}
        title="No endpoint yet"
        action={
          <ButtonLink variant="primary" href={`/projects/${project}/drafts/endpoints`}>
            Set up an endpoint
          </ButtonLink>
        }
      >
        {children}
      </EmptyState>
    </Panel>
  );
}
