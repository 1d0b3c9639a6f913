import type { Metadata } from "next";
import { describeInstallation } from "@/app/api/describe";
import { OperationEntry } from "@/app/docs/api/operation";
import { SignedInPage } from "@/app/signed-in-page";
import { Page } from "@/components/shell/page";
import { ButtonLink } from "@/components/ui/button-link";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import type { Operation } from "@/lib/api/openapi";
import { requireUser } from "@/lib/project/page-access";

export const metadata: Metadata = { title: "API" };

export default async function ApiPage() {
  const user = await requireUser();
  const { info, paths, servers } = await describeInstallation();
  const groups = new Map<string, { path: string; method: string; operation: Operation }[]>();
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const group = operation.tags[0] ?? "";
      groups.set(group, [...(groups.get(group) ?? []), { path, method: method.toUpperCase(), operation }]);
    }
  }
  return (
    <SignedInPage user={user}>
      <Page>
        <PageHeader
          title="API"
          breadcrumbs={[{ label: "Documentation", href: "/docs" }]}
          description={info.description}
          actions={<ButtonLink href="/api/v1/openapi.json">OpenAPI document</ButtonLink>}
        />
        <nav aria-label="Parts of the API">
          <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
            {[...groups.keys()].map((group) => (
              <li key={group}>
                <a href={`#${group}`} className="text-accent underline">
                  {group}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {[...groups].map(([group, entries]) => (
          <Panel key={group} id={group} title={group} flush>
            <ul className="divide-y">
              {entries.map((entry) => (
                <li key={`${entry.method} ${entry.path}`} className="px-4 py-1.5">
                  <OperationEntry {...entry} server={servers[0]?.url ?? ""} />
                </li>
              ))}
            </ul>
          </Panel>
        ))}
      </Page>
    </SignedInPage>
  );
}
