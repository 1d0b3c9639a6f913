import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { VersionChangesPanel } from "@/app/projects/[project]/drafts/judges/[judge]/versions/[version]/changes-panel";
import { MembersPanel } from "@/app/projects/[project]/drafts/judges/[judge]/versions/[version]/members-panel";
import { Messages } from "@/app/projects/[project]/drafts/prompt-messages";
import { Page } from "@/components/shell/page";
import { Badge } from "@/components/ui/badge";
import { ButtonLink } from "@/components/ui/button-link";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { startingPoint } from "@/lib/drafting/rules/judge/starting-points";
import { wordingOf } from "@/lib/drafting/rules/wording";
import type { JudgeExample } from "@/lib/drafting/schema/judge-spec";
import { findJudge, findVersion } from "@/lib/judge/data/judges";
import { changesBetween, settingsOf } from "@/lib/judge/rules/diff";
import type { JudgeVersionDetail } from "@/lib/judge/schema/judges";
import { requireMember } from "@/lib/project/page-access";

export const metadata: Metadata = { title: "Version of a judge" };

/** Examples with their number, which in a version never changes. */
const numbered = (examples: readonly JudgeExample[]) =>
  examples.map((example, at) => ({ ...example, number: at + 1 }));

const Numbers = z.coerce.number().int().min(1);

interface VersionPageProps {
  params: Promise<{ project: string; judge: string; version: string }>;
  searchParams: Promise<{ with?: string | string[] }>;
}

/** One version of a judge, and what changed from another one. */
export default async function VersionPage({ params, searchParams }: VersionPageProps) {
  const { project: projectId, judge: judgeId, version: number } = await params;
  const { actor, project } = await requireMember(projectId, "researcher");
  const [id, at] = [z.uuid().safeParse(judgeId), Numbers.safeParse(number)];
  const judge = id.success ? await findJudge(actor, id.data) : null;
  if (judge?.projectId !== project.id || !at.success) notFound();
  const version = await findVersion(actor, judge.id, { number: at.data });
  if (!version) notFound();
  const compared = Numbers.safeParse((await searchParams).with).data ?? version.parent;
  const before = compared === null ? null : await findVersion(actor, judge.id, { number: compared });
  const home = `/projects/${project.id}/drafts`;
  const origin = version.origin ? startingPoint(version.origin) : undefined;
  return (
    <Page>
      <PageHeader
        title={`${judge.name}, version ${version.number}`}
        breadcrumbs={[
          { label: "Drafts", href: home },
          { label: "Judges", href: `${home}/judges` },
          { label: judge.name, href: `${home}/judges/${judge.id}` },
        ]}
        state={origin && <Badge>{version.isModified ? `Modified from ${origin.title}` : origin.title}</Badge>}
        description={<About version={version} paper={origin?.paper} />}
        actions={
          <Actions
            judge={`${home}/judges/${judge.id}`}
            version={version.number}
            mayEdit={project.role === "admin" && !project.archivedAt && !judge.archivedAt}
          />
        }
      />
      {before && (
        <VersionChangesPanel
          before={before.number}
          others={judge.versions.map((one) => one.number).filter((one) => one !== version.number)}
          here={`${home}/judges/${judge.id}/versions/${version.number}`}
          changes={changesBetween(before, version)}
        />
      )}
      {version.spec.panel ? <MembersPanel panel={version.spec.panel} /> : <PromptPanels version={version} />}
    </Page>
  );
}

/** Its note, and what it is known by. */
function About({ version, paper }: { version: JudgeVersionDetail; paper: string | null | undefined }) {
  return (
    <>
      {version.note && <p className="whitespace-pre-wrap">{version.note}</p>}
      <p>
        Hash <span className="font-mono text-xs wrap-anywhere">{version.hash}</span>
        {paper && ` · ${wordingOf(paper, "full")}`}
      </p>
    </>
  );
}

/** The card of the version, and a further version made from it. */
function Actions({ judge, version, mayEdit }: { judge: string; version: number; mayEdit: boolean }) {
  return (
    <>
      <ButtonLink href={`${judge}/versions/${version}/card`}>Judge card</ButtonLink>
      {mayEdit && <ButtonLink href={`${judge}/edit?from=${version}`}>New version from it</ButtonLink>}
    </>
  );
}

/** The prompts a version sends, and the way its answers become a value. */
function PromptPanels({ version }: { version: JudgeVersionDetail }) {
  return (
    <>
      <Panel title="Prompt" description="With its placeholders, as it was written.">
        <Messages
          messages={[
            ...(version.spec.system.trim() ? [{ role: "system", content: version.spec.system }] : []),
            { role: "user", content: version.spec.user },
          ]}
        />
      </Panel>
      <Panel title="Settings">
        <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-3">
          {Object.entries(settingsOf(version)).map(([name, value]) => (
            <div key={name}>
              <dt className="text-muted">{name}</dt>
              <dd className="wrap-anywhere whitespace-pre-wrap">{value}</dd>
            </div>
          ))}
        </dl>
      </Panel>
      {version.spec.examples.length > 0 && <ExamplesPanel version={version} />}
    </>
  );
}

/** Examples that the model sees. */
function ExamplesPanel({ version }: { version: JudgeVersionDetail }) {
  return (
    <Panel title="Examples">
      <ol className="grid gap-4">
        {numbered(version.spec.examples).map(({ number, ...example }) => (
          <li key={number} className="grid gap-2">
            <h3 className="text-sm font-medium">
              Example {number}: {String(example.value)}
            </h3>
            <Messages
              messages={[
                { role: "instruction", content: example.instruction },
                ...example.responses.map((content) => ({ role: "response", content })),
                ...(example.question
                  ? [{ role: example.range ? "criterion" : "question", content: example.question }]
                  : []),
                ...(example.explanation ? [{ role: "explanation", content: example.explanation }] : []),
              ]}
            />
          </li>
        ))}
      </ol>
    </Panel>
  );
}
