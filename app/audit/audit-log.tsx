import { Download } from "lucide-react";
import { AuditFilters } from "@/app/audit/audit-filters";
import { Page } from "@/components/shell/page";
import { buttonClass } from "@/components/ui/button-class";
import { ListTable } from "@/components/ui/list-table";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import { actionWords, subjectWords } from "@/lib/audit/rules";
import type { AuditEntry, AuditPage, AuditQuery } from "@/lib/audit/schema";

interface AuditLogProps {
  description: string;
  /** Path of the page, and of its download. */
  href: string;
  api: string;
  query: AuditQuery;
  page: AuditPage;
  /** Shows the project column, when entries are of several projects. */
  showProject?: boolean;
}

/** Audit log, newest first. */
export function AuditLog({ description, href, api, query, page, showProject = false }: AuditLogProps) {
  const { before, ...filters } = query;
  const address = (base: string, more: Record<string, string> = {}) => {
    const search = new URLSearchParams({ ...filters, ...more });
    return search.size > 0 ? `${base}?${search}` : base;
  };
  const isNarrowed = Object.keys(filters).length > 0;
  return (
    <Page>
      <PageHeader
        title="Audit log"
        description={description}
        actions={
          <a href={address(api)} download className={buttonClass({ variant: "secondary" })}>
            <Download aria-hidden="true" />
            CSV
          </a>
        }
      />
      <Panel
        flush
        title="Entries"
        actions={<AuditFilters href={href} query={filters} actions={page.actions} people={page.people} />}
      >
        {page.entries.length === 0 ? (
          <p className="px-4 py-10 text-center text-sm text-muted">
            {isNarrowed || before ? "No entry matches your filters." : "No entries yet."}
          </p>
        ) : (
          <EntriesTable showProject={showProject} page={page} />
        )}
        {(before || page.next) && (
          <div className="border-t px-4 py-2">
            <Pager
              label="entries"
              previous={before && address(href)}
              next={page.next === null ? undefined : address(href, { before: page.next })}
            >
              {before ? "Older entries" : "Newest entries"}
            </Pager>
          </div>
        )}
      </Panel>
    </Page>
  );
}

function EntriesTable({ showProject, page }: { showProject: boolean; page: AuditPage }) {
  return (
    <ListTable
      label="Entries"
      columns={[
        { header: "When" },
        { header: "Who" },
        { header: "What" },
        showProject && { header: "Project" },
        { header: "On" },
        { header: "Details" },
      ]}
    >
      {page.entries.map((entry) => (
        <Row key={entry.id} entry={entry} showProject={showProject} />
      ))}
    </ListTable>
  );
}

function Row({ entry, showProject }: { entry: AuditEntry; showProject: boolean }) {
  const { at, who, action, project, subject, detail } = entry;
  return (
    <tr className="align-top">
      <td className="whitespace-nowrap tabular-nums">
        <Time at={at} />
      </td>
      <td className="min-w-28 wrap-anywhere">
        <bdi>{who.name}</bdi>
      </td>
      <th scope="row" className="text-left font-normal whitespace-nowrap">
        {actionWords(action)}
      </th>
      {showProject && (
        <td className="min-w-28 wrap-anywhere">{project && <bdi>{project.name ?? project.id}</bdi>}</td>
      )}
      <td className="min-w-40 wrap-anywhere">
        <span className="text-muted">{subjectWords(subject.type)}</span>{" "}
        <bdi className={subject.name === null ? "font-mono text-xs" : undefined}>
          {subject.name ?? subject.id}
        </bdi>
      </td>
      <td className="min-w-40 text-xs wrap-anywhere text-muted">{detail}</td>
    </tr>
  );
}
