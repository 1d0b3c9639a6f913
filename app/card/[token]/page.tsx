import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { cache } from "react";
import { z } from "zod";
import { CardDesign } from "@/app/card/[token]/card-design";
import { CardLabels } from "@/app/card/[token]/card-labels";
import { PlainTables } from "@/components/report/plain-tables";
import { MessagePage } from "@/components/shell/message-page";
import { Page } from "@/components/shell/page";
import { SampleBadge } from "@/components/shell/sample-badge";
import { Banner } from "@/components/ui/banner";
import { formatQuantity } from "@/components/ui/format";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import { clientAddressOf } from "@/lib/api/request";
import { takeRateLimitToken } from "@/lib/auth/rate-limit";
import type { Table } from "@/lib/report/schema/table";
import { type CardLabel, contentsOf, countLabels, findCard, labelsOf } from "@/lib/study/data/cards";
import { bibtex, citation } from "@/lib/study/rules/citation";
import { CARD_READS, CardParams, type Manifest, type ManifestBatch } from "@/lib/study/schema";

interface CardPageProps {
  params: Promise<{ token: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

const cardOf = cache(async (token: string) => {
  const { data } = CardParams.safeParse({ card: token });
  return data ? findCard(data.card) : null;
});

export async function generateMetadata({ params }: CardPageProps): Promise<Metadata> {
  const card = await cardOf((await params).token);
  if (!card) return { title: "Not found" };
  const { title, version, frozenAt } = card.manifest;
  const description = `Design, agreement and individual labels of “${title}”, version ${version}, frozen ${frozenAt.slice(0, 10)}.`;
  return {
    title,
    description,
    robots: { index: card.listed, follow: false },
    openGraph: { title, description, type: "article", siteName: "Countersign" },
  };
}

const PER_PAGE = 25;
/** A standalone link is tall enough for touch. */
const AWAY = "inline-flex min-h-6 items-center text-accent underline";
/** Page of the labels, and the chosen table of a batch. Invalid values are ignored. */
const Query = z.object({
  labels: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  batch: z.string().nullable().catch(null),
  table: z.string().nullable().catch(null),
});

/** The public page of a frozen study. */
export default async function CardPage({ params, searchParams }: CardPageProps) {
  const address = clientAddressOf({ headers: await headers() });
  if (address && !(await takeRateLimitToken([{ limit: CARD_READS, who: address }])))
    return <MessagePage title="Too many requests">Wait a minute, then load this page again.</MessagePage>;
  const card = (await cardOf((await params).token)) ?? notFound();
  const { manifest, sha256, url, texts, sample } = card;
  const { title, authors, version, frozenAt } = manifest;
  const batches = await contentsOf(card);
  const all = countLabels(card);
  const pages = Math.max(1, Math.ceil(all / PER_PAGE));
  const query = Query.parse(await searchParams);
  const from = (Math.min(pages, query.labels) - 1) * PER_PAGE;
  const labels: CardLabel[] = [];
  for await (const label of labelsOf(card, from)) if (labels.push(label) === PER_PAGE) break;
  const cited = { title, authors, version, frozenAt, sha256, url };
  const path = `/card/${card.token}`;
  const files = `/api/v1/cards/${card.token}`;
  return (
    <Page>
      <CardHeader sample={sample} manifest={manifest} />
      {card.erasedAt && (
        <Banner title="Labels were removed after freezing">
          An account was erased (<Time at={card.erasedAt} show="date" />
          ). Their labels are removed from this page; the numbers remain as computed.
        </Banner>
      )}
      <CardContents batches={batches} />
      {batches.map(({ batch, design, tables }) => (
        <BatchPanel
          key={batch.id}
          batch={batch}
          design={design}
          tables={tables}
          query={query}
          path={path}
          files={files}
        />
      ))}
      <Panel
        id="labels"
        flush
        title="Individual labels"
        description={`${formatQuantity(all, "label")}, each by one rater`}
        actions={<LabelFiles files={files} texts={texts} />}
      >
        {labels.length === 0 ? (
          <p className="p-4 text-sm text-muted">There are no labels of people in this version.</p>
        ) : (
          <CardLabels
            labels={labels}
            all={all}
            from={from}
            perPage={PER_PAGE}
            several={batches.length > 1}
            path={path}
          />
        )}
      </Panel>
      <CitePanel cited={cited} />
      <CheckPanel files={files} sha256={sha256} texts={texts} />
    </Page>
  );
}

/** Title, authors and version of the study. */
function CardHeader({ sample, manifest }: { sample: boolean; manifest: Manifest }) {
  const { title, authors, version, frozenAt } = manifest;
  return (
    <header className="grid gap-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="text-2xl tracking-tight wrap-anywhere" dir="auto">
          {title}
        </h1>
        {sample && <SampleBadge />}
      </div>
      {authors !== "" && (
        <p className="wrap-anywhere" dir="auto">
          {authors}
        </p>
      )}
      <p className="text-sm text-muted">
        Version {version}, frozen <Time at={frozenAt} />. Nothing on this page changes any more; raters appear
        under names made for this page.
      </p>
    </header>
  );
}

/** Links to the parts of the page. */
function CardContents({ batches }: { batches: Awaited<ReturnType<typeof contentsOf>> }) {
  return (
    <nav aria-label="On this page" className="print:hidden">
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {batches.map(({ batch }) => (
          <li key={batch.id}>
            <a href={`#batch-${batch.batch}`} className={AWAY}>
              {batch.name}
            </a>
          </li>
        ))}
        {[
          ["labels", "Labels"],
          ["cite", "Cite this"],
          ["check", "Check it"],
        ].map(([id, name]) => (
          <li key={id}>
            <a href={`#${id}`} className={AWAY}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface BatchPanelProps {
  batch: ManifestBatch;
  design: unknown;
  tables: Table[];
  query: z.infer<typeof Query>;
  path: string;
  files: string;
}

/** The design of a batch, and its tables. */
function BatchPanel({ batch, design, tables, query, path, files }: BatchPanelProps) {
  return (
    <Panel id={`batch-${batch.batch}`} title={<bdi>{batch.name}</bdi>} flush>
      <div className="p-4 empty:hidden">
        <CardDesign design={design} batch={batch} />
      </div>
      <PlainTables
        of={batch.name}
        tables={tables}
        chosen={query.batch === String(batch.batch) ? query.table : null}
        hrefOf={(table) => `${path}?batch=${batch.batch}&table=${table}#batch-${batch.batch}`}
        whole={(table) => (
          <a
            href={`${files}/tables/${table}?batch=${batch.batch}`}
            download
            className="text-accent underline print:hidden"
          >
            CSV
          </a>
        )}
      />
    </Panel>
  );
}

/** Files with the labels, and with the texts where the card has them. */
function LabelFiles({ files, texts }: { files: string; texts: boolean }) {
  return (
    <ul className="flex flex-wrap gap-x-4 text-sm print:hidden">
      {[
        ["CSV", `${files}/labels?format=csv`],
        ["JSONL", `${files}/labels?format=jsonl`],
        ...(texts ? [["Tasks and responses, JSONL", `${files}/material`]] : []),
      ].map(([name, href]) => (
        <li key={name}>
          <a href={href} download className={AWAY}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}

function CitePanel({ cited }: { cited: Parameters<typeof citation>[0] }) {
  return (
    <Panel id="cite" title="Cite this">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 text-sm">
        <p className="wrap-anywhere" dir="auto">
          {citation(cited)}
        </p>
        <pre className="overflow-x-auto rounded-sm bg-sunken p-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
          {bibtex(cited)}
        </pre>
      </div>
    </Panel>
  );
}

/** Instructions for verifying that the page shows what was frozen. */
function CheckPanel({ files, sha256, texts }: { files: string; sha256: string; texts: boolean }) {
  return (
    <Panel id="check" title="Check it">
      <div className="grid gap-2 text-sm">
        <p>
          The{" "}
          <a href={`${files}/manifest`} download className="text-accent underline">
            manifest
          </a>{" "}
          lists every part this version consists of, with its hash. The SHA-256 of that file is
        </p>
        <p className="font-mono text-xs wrap-anywhere">{sha256}</p>
        <p className="text-muted">
          Anyone with the archive of this version can check it with <code>countersign verify-study</code>, or
          with the script inside. Not on this page: names, e-mail addresses, notes, reasons in words,
          guidelines, times of single labels{texts ? "" : ", and the texts of tasks and responses"}.
        </p>
      </div>
    </Panel>
  );
}
