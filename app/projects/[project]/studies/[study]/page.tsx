import { Download } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { z } from "zod";
import { changeWords, Differences } from "@/app/projects/[project]/studies/[study]/differences";
import { PendingVersion } from "@/app/projects/[project]/studies/[study]/pending-version";
import { PublicCard } from "@/app/projects/[project]/studies/[study]/public-card";
import { FreezeDialog } from "@/app/projects/[project]/studies/freeze-form";
import { VersionState } from "@/app/projects/[project]/studies/version-state";
import { PlainTables } from "@/components/report/plain-tables";
import { Page } from "@/components/shell/page";
import { Badge } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { buttonClass } from "@/components/ui/button-class";
import { CopyButton } from "@/components/ui/copy-button";
import { DASH, formatQuantity } from "@/components/ui/format";
import { Link } from "@/components/ui/link";
import { ListTable } from "@/components/ui/list-table";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import { isUuid } from "@/lib/formats/uuid";
import { requireMember } from "@/lib/project/page-access";
import { findTables } from "@/lib/study/data/cards";
import { listFreezable } from "@/lib/study/data/freezable";
import { findStudy } from "@/lib/study/data/studies";
import type { VersionView } from "@/lib/study/schema";

interface StudyPageProps {
  params: Promise<{ project: string; study: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

const Query = z.object({
  version: z.string().nullable().catch(null),
  batch: z.string().nullable().catch(null),
  table: z.string().nullable().catch(null),
});

const studyOf = cache(async (projectId: string, id: string) => {
  const { actor, project } = await requireMember(projectId, "researcher");
  const study = isUuid(id) ? await findStudy(actor, id) : null;
  return { actor, project, study: study?.projectId === project.id ? study : null };
});

export async function generateMetadata({ params }: StudyPageProps): Promise<Metadata> {
  const { project, study } = await params;
  return { title: (await studyOf(project, study)).study?.versions[0]?.title ?? "Not found" };
}

function idsOf({ manifest }: VersionView, imported: boolean): string[] {
  return (manifest?.batches ?? []).filter((one) => (one.imported ?? false) === imported).map(({ id }) => id);
}

/** A study with its versions, one of them shown in full. */
export default async function StudyPage({ params, searchParams }: StudyPageProps) {
  const { project: projectId, study: id } = await params;
  const { actor, project, study } = await studyOf(projectId, id);
  if (!study) notFound();
  const [newest] = study.versions;
  if (!newest) notFound();
  const home = `/projects/${project.id}/studies`;
  const frozen = study.versions.filter(({ state }) => state === "frozen");
  const query = Query.parse(await searchParams);
  const shown = frozen.find(({ version }) => String(version) === query.version) ?? frozen[0];
  const unfrozen = study.versions.find(({ state }) => state !== "frozen");
  const [sources, tables] = await Promise.all([
    listFreezable(actor, project.id),
    shown ? findTables(actor, { study: id, version: shown.id }) : null,
  ]);
  const pathOf = (version: VersionView) => `/api/v1/studies/${id}/versions/${version.id}`;
  const archived = project.archivedAt !== null;
  const latest = frozen[0];
  return (
    <Page>
      <PageHeader
        title={<bdi>{(shown ?? newest).title}</bdi>}
        breadcrumbs={[{ label: "Releases", href: home }]}
        state={
          <>
            <VersionState state={(shown ?? newest).state} />
            {shown?.card && <Badge tone="accent">Public</Badge>}
          </>
        }
        description={(shown ?? newest).authors || undefined}
        actions={
          <>
            {shown && (
              <a href={`${pathOf(shown)}/bundle`} download className={buttonClass({})}>
                <Download aria-hidden="true" />
                Version {shown.version}, ZIP
              </a>
            )}
            {!archived && !unfrozen && latest && (
              <FreezeDialog
                path={`/api/v1/studies/${id}`}
                home={home}
                sources={sources}
                variant="secondary"
                before={{
                  version: newest.version,
                  title: latest.title,
                  authors: latest.authors,
                  notes: latest.notes,
                  batches: idsOf(latest, false),
                  datasets: idsOf(latest, true),
                }}
              />
            )}
          </>
        }
      />
      {unfrozen && (
        <PendingVersion version={unfrozen} path={pathOf(unfrozen)} home={home} archived={archived} />
      )}
      {latest && <Differences live={study.live} version={latest.version} />}
      {shown?.erasedAt && (
        <Banner title={`Labels were removed from version ${shown.version}`}>
          An account was erased (<Time at={shown.erasedAt} show="date" />
          ), and this project removes what they judged. Their labels and the rows about them are gone; the
          numbers about everybody and the hash stay.
        </Banner>
      )}
      {frozen.length > 0 && (
        <Panel flush title="Versions">
          <ListTable
            label="Versions"
            columns={[
              { header: "Version" },
              { header: "Frozen" },
              { header: "What changed" },
              { header: "SHA-256" },
            ]}
          >
            {frozen.map((version) => (
              <tr key={version.id} className="align-top">
                <th scope="row" className="text-left font-normal whitespace-nowrap">
                  <Link
                    href={`${home}/${id}?version=${version.version}`}
                    aria-current={version === shown ? "page" : undefined}
                    className="font-medium text-accent underline aria-[current]:text-ink aria-[current]:no-underline"
                  >
                    Version {version.version}
                  </Link>
                </th>
                <td className="whitespace-nowrap">{version.frozenAt && <Time at={version.frozenAt} />}</td>
                <td className="w-full min-w-56 wrap-anywhere">
                  {version.change ? changeWords(version.change) : DASH}
                </td>
                <td className="whitespace-nowrap">
                  <span className="flex items-center gap-1 font-mono text-xs text-muted">
                    {version.sha256?.slice(0, 16)}…
                    <CopyButton text={version.sha256 ?? ""} label="Copy SHA-256" />
                  </span>
                </td>
              </tr>
            ))}
          </ListTable>
        </Panel>
      )}
      {shown && (
        <PublicCard
          key={`${shown.id} ${shown.card?.publishedAt}`}
          version={shown}
          path={`${pathOf(shown)}/card`}
          isAdmin={project.role === "admin"}
          archived={archived}
        />
      )}
      {shown && shown.notes !== "" && (
        <Panel title="Notes">
          <p className="max-w-prose text-sm whitespace-pre-wrap wrap-anywhere" dir="auto">
            {shown.notes}
          </p>
        </Panel>
      )}
      {shown?.manifest?.batches.map((batch) => (
        <Panel
          key={batch.id}
          flush
          id={`batch-${batch.batch}`}
          title={<bdi>{batch.name}</bdi>}
          description={[
            formatQuantity(batch.counts.judgements, "judgement"),
            formatQuantity(batch.counts.people, "person", "people"),
            formatQuantity(batch.counts.responses, "response"),
            `rules of the report version ${batch.report.rules}`,
            batch.imported ? "imported" : `seed ${batch.seed}`,
          ].join(" · ")}
        >
          <PlainTables
            of={batch.name}
            tables={tables?.get(batch.id) ?? []}
            chosen={query.batch === String(batch.batch) ? query.table : null}
            hrefOf={(table) =>
              `${home}/${id}?version=${shown.version}&batch=${batch.batch}&table=${table}#batch-${batch.batch}`
            }
            whole={() => "All of it is in the ZIP."}
          />
        </Panel>
      ))}
    </Page>
  );
}
