import { Snowflake } from "lucide-react";
import type { Metadata } from "next";
import { FreezeDialog } from "@/app/projects/[project]/studies/freeze-form";
import { VersionState } from "@/app/projects/[project]/studies/version-state";
import { DocsLink } from "@/components/shell/docs-link";
import { Page } from "@/components/shell/page";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { DASH, formatCount, formatQuantity } from "@/components/ui/format";
import { Link } from "@/components/ui/link";
import { LinkedRow, ListTable } from "@/components/ui/list-table";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import { requireMember } from "@/lib/project/page-access";
import { listFreezable } from "@/lib/study/data/freezable";
import { listStudies } from "@/lib/study/data/studies";
import type { StudyListing } from "@/lib/study/schema";

export const metadata: Metadata = { title: "Releases" };

/** Frozen studies of a project. */
export default async function StudiesPage({ params }: { params: Promise<{ project: string }> }) {
  const { actor, project } = await requireMember((await params).project, "researcher");
  const [studies, sources] = await Promise.all([
    listStudies(actor, project.id),
    listFreezable(actor, project.id),
  ]);
  const home = `/projects/${project.id}/studies`;
  const freeze = !project.archivedAt && (
    <FreezeDialog path={`/api/v1/projects/${project.id}/studies`} home={home} sources={sources} />
  );
  const found = studies ?? [];
  return (
    <Page>
      <PageHeader
        title="Releases"
        description={
          <>
            Closed batches and imported studies, frozen with their design, records and numbers: to be cited,
            checked and shown. <DocsLink href="/docs/how-to/studies">What a release keeps</DocsLink>
          </>
        }
        actions={found.length > 0 && freeze}
      />
      <Panel flush>
        {found.length === 0 ? (
          <EmptyState icon={<Snowflake />} title="Nothing is frozen yet" action={freeze}>
            A release never changes, and anyone can recompute its hashes. Later changes go into the next
            version. An admin can give a version a public page.
          </EmptyState>
        ) : (
          <ListTable
            label="Releases"
            columns={[
              { header: "Title" },
              { header: "Version" },
              { header: "State" },
              { header: "Judgements", atEnd: true },
              { header: "Frozen" },
              { header: "SHA-256" },
            ]}
          >
            {found.map((study) => (
              <Row key={study.id} study={study} href={`${home}/${study.id}`} />
            ))}
          </ListTable>
        )}
      </Panel>
    </Page>
  );
}

function Row({ study, href }: { study: StudyListing; href: string }) {
  const { title, version, state, batches, datasets, judgements, frozenAt, sha256, isPublic } = study;
  return (
    <LinkedRow>
      <th scope="row" className="w-full min-w-36 sm:min-w-56 text-left font-normal">
        <Link href={href} className="font-medium after:absolute after:inset-0 group-hover:underline">
          <bdi>{title}</bdi>
        </Link>
        <span className="block text-xs text-muted">
          {[
            ...(batches > 0 ? [formatQuantity(batches, "batch", "batches")] : []),
            ...(datasets > 0 ? [formatQuantity(datasets, "imported study", "imported studies")] : []),
          ].join(", ")}
        </span>
      </th>
      <td className="tabular-nums">{version}</td>
      <td>
        <span className="flex gap-1.5">
          <VersionState state={state} />
          {isPublic && <Badge tone="accent">Public</Badge>}
        </span>
      </td>
      <td className="text-right tabular-nums">{judgements === null ? DASH : formatCount(judgements)}</td>
      <td className="whitespace-nowrap">{frozenAt ? <Time at={frozenAt} /> : DASH}</td>
      <td className="font-mono text-xs text-muted">{sha256 ? sha256.slice(0, 12) : DASH}</td>
    </LinkedRow>
  );
}
