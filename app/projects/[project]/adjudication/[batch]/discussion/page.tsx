import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { Comments } from "@/app/projects/[project]/discussion/comments";
import { Page } from "@/components/shell/page";
import { ButtonLink } from "@/components/ui/button-link";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { listDiscussed } from "@/lib/adjudication/data/comments";
import { inWords } from "@/lib/adjudication/rules";
import { AfterCase } from "@/lib/adjudication/schema";
import type { DiscussedCase } from "@/lib/adjudication/schema/case";
import { isUuid } from "@/lib/formats/uuid";
import { requireMember } from "@/lib/project/page-access";

export const metadata: Metadata = { title: "Discussion" };

const Search = z.object({
  after: AfterCase,
});

interface DiscussionPageProps {
  params: Promise<{ project: string; batch: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** The undecided cases of a batch that the annotator voted on, to be discussed before somebody decides them. */
export default async function DiscussionPage({ params, searchParams }: DiscussionPageProps) {
  const { project: projectId, batch: batchId } = await params;
  const { actor, project } = await requireMember(projectId, "member");
  if (!isUuid(batchId)) notFound();
  const { after } = Search.parse(await searchParams);
  const found = await listDiscussed(actor, batchId, after);
  if (!found || found.projectId !== project.id) notFound();
  return (
    <Page>
      <PageHeader
        title={`Discussion: ${found.name}`}
        description="You and others judged these differently. Say why; your own judgement stays as it is, and an adjudicator decides."
      />
      {found.cases.map((one) => (
        <Discussed key={one.id} found={one} batch={batchId} own={found.own} />
      ))}
      {found.next !== null && <ButtonLink href={`?after=${found.next}`}>Next cases</ButtonLink>}
    </Page>
  );
}

function Discussed({ found, batch, own }: { found: DiscussedCase; batch: string; own: string }) {
  const { id, instruction, messages, input, responses, about, votes, comments } = found;
  const title = about ?? (responses.length > 1 ? "Preference" : "Overall score");
  return (
    <Panel title={title}>
      <div className="grid gap-4 text-sm">
        <Text name="Instruction" text={instruction} />
        {messages?.map(({ role, content }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: turns never change
          <Text key={at} name={role} text={content} />
        ))}
        {input && <Text name="Input" text={input} />}
        {responses.map((text, at) => (
          <Text
            // biome-ignore lint/suspicious/noArrayIndexKey: both responses of a pair may have the same text
            key={at}
            name={responses.length === 1 ? "Response" : `Response ${at === 0 ? "A" : "B"}`}
            text={text}
          />
        ))}
        <ul aria-label={`Votes on ${title}`} className="flex flex-wrap gap-x-4 gap-y-1">
          {votes.map(({ rater, value }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a rater may have given the same labels in two steps
            <li key={at}>
              {rater === own ? "You" : rater}: <span className="font-medium">{inWords(value)}</span>
            </li>
          ))}
        </ul>
        <Comments
          comments={comments}
          path={`/api/v1/batches/${batch}/adjudication/${id}`}
          about={title}
          own={own}
        />
      </div>
    </Panel>
  );
}

function Text({ name, text }: { name: string; text: string }) {
  return (
    <section aria-label={name}>
      <h3 className="text-xs font-medium text-muted">{name}</h3>
      <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
        {text}
      </p>
    </section>
  );
}
