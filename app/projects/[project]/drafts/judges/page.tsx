import { Plus, Scale } from "lucide-react";
import type { Metadata } from "next";
import { DraftTabs } from "@/app/projects/[project]/drafts/draft-tabs";
import { DocsLink } from "@/components/shell/docs-link";
import { Page } from "@/components/shell/page";
import { Badge } from "@/components/ui/badge";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { LinkedRow, ListTable } from "@/components/ui/list-table";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import { canBePanel } from "@/lib/drafting/rules/judge/panel";
import { SUBJECT_LABELS } from "@/lib/drafting/rules/judge/wording";
import { listJudges } from "@/lib/judge/data/judges";
import type { JudgeView } from "@/lib/judge/schema/judges";
import { requireMember } from "@/lib/project/page-access";

export const metadata: Metadata = { title: "Judges" };

/** The project's judges. */
export default async function JudgesPage({ params }: { params: Promise<{ project: string }> }) {
  const { actor, project } = await requireMember((await params).project, "researcher");
  const judges = (await listJudges(actor, project.id)) ?? [];
  const home = `/projects/${project.id}/drafts`;
  const isAdmin = project.role === "admin";
  const versions = judges.flatMap((judge) =>
    judge.archivedAt ? [] : judge.versions.map(({ isPanel }) => ({ subject: judge.subject, isPanel })),
  );
  const make = isAdmin && !project.archivedAt && (
    <>
      {canBePanel(versions.filter(({ isPanel }) => !isPanel)) && (
        <ButtonLink href={`${home}/judges/new-panel`}>New panel</ButtonLink>
      )}
      <ButtonLink variant="primary" href={`${home}/judges/new`}>
        <Plus aria-hidden="true" />
        New judge
      </ButtonLink>
    </>
  );
  return (
    <Page>
      <PageHeader
        title="Judges"
        breadcrumbs={[{ label: "Drafts", href: home }]}
        description={
          <>
            LLM judges of this project: their prompts, in versions that never change, and how well each agrees
            with people. <DocsLink href="/docs/how-to/judges">How judges are improved</DocsLink>
          </>
        }
        actions={judges.length > 0 && make}
      />
      <DraftTabs project={project.id} isAdmin={isAdmin} />
      <Panel flush>
        {judges.length === 0 ? (
          <EmptyState icon={<Scale />} title="No judges yet" action={make}>
            {isAdmin
              ? "Begin with a published method or a plain prompt, compare its values with independent human labels, and improve it version by version."
              : "An admin of this project can make judges from published methods or prompts of their own."}
          </EmptyState>
        ) : (
          <JudgesTable judges={judges} home={home} />
        )}
      </Panel>
    </Page>
  );
}

function JudgesTable({ judges, home }: { judges: JudgeView[]; home: string }) {
  return (
    <ListTable
      label="Judges"
      columns={[
        { header: "Judge" },
        { header: "What it judges", className: "max-sm:hidden" },
        { header: "Versions", atEnd: true },
        { header: "Model", className: "max-sm:hidden" },
        { header: "Newest version", atEnd: true },
      ]}
    >
      {judges.map((judge) => (
        <Row key={judge.id} judge={judge} href={`${home}/judges/${judge.id}`} />
      ))}
    </ListTable>
  );
}

function Row({ judge, href }: { judge: JudgeView; href: string }) {
  const [newest] = judge.versions;
  return (
    <LinkedRow>
      <th scope="row" className="text-left font-normal">
        <Link
          href={href}
          className="font-medium wrap-anywhere after:absolute after:inset-0 group-hover:underline"
        >
          {judge.name}
        </Link>{" "}
        {newest?.isPanel && <Badge>Panel</Badge>} {judge.archivedAt && <Badge>Archived</Badge>}
      </th>
      <td className="max-sm:hidden">{SUBJECT_LABELS[judge.subject]}</td>
      <td className="text-right tabular-nums">{judge.versions.length}</td>
      <td className="wrap-anywhere max-sm:hidden">{newest?.model}</td>
      <td className="text-right whitespace-nowrap">
        {newest && <Time at={newest.createdAt.toISOString()} />}
      </td>
    </LinkedRow>
  );
}
