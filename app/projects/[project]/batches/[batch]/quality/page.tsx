import { ShieldCheck } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { BatchHeader } from "@/app/projects/[project]/batches/[batch]/batch-header";
import { requireBatch } from "@/app/projects/[project]/batches/[batch]/require-batch";
import { numberCell } from "@/components/report/cells";
import { DocsLink } from "@/components/shell/docs-link";
import { Page } from "@/components/shell/page";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { formatQuantity } from "@/components/ui/format";
import { Panel } from "@/components/ui/panel";
import { dictionaryOf } from "@/lib/i18n/dictionary";
import { createTranslator } from "@/lib/i18n/rules";
import { findGoldResults } from "@/lib/quality/data/gold-comparison";
import { findPlantedResults } from "@/lib/quality/data/planted-error-results";
import { disclosureInWords, disclosuresOf } from "@/lib/quality/rules/disclosure";
import { type PlantedRow, ratesBy } from "@/lib/quality/rules/results";
import { type GoldResult, PLANTED_KINDS, type PlantedKind, type PlantedResult } from "@/lib/quality/schema";

export const metadata: Metadata = { title: "Quality" };

interface QualityProps {
  params: Promise<{ project: string; batch: string }>;
}

/** Annotators' results on gold checks and planted errors. */
export default async function QualityPage({ params }: QualityProps) {
  const { actor, batch } = await requireBatch(params, "researcher");
  const [gold, planted] = await Promise.all([
    findGoldResults(actor, batch.id),
    findPlantedResults(actor, batch.id),
  ]);
  if (!gold || !planted) notFound();
  const t = createTranslator("en", dictionaryOf("en"));
  const disclosures = disclosuresOf(batch.quality).map((disclosure) => disclosureInWords(disclosure, t));
  return (
    <Page>
      <BatchHeader
        batch={batch}
        about="Quality"
        description={
          <>
            Annotators’ results where the right value is known, and the planted errors they notice.{" "}
            <DocsLink href="/docs/how-to/quality">Guarding quality</DocsLink>
          </>
        }
      />
      {disclosures.length > 0 && (
        <p className="text-sm text-muted">
          Annotators read, in their language: {disclosures.map((words) => `“${words}”`).join(" ")}
        </p>
      )}
      <GoldPanel gold={gold} />
      {PLANTED_KINDS.map((kind) => {
        const results = planted.results.filter((row) => row.kind === kind);
        const errors = planted.errors[WORDS[kind].counted];
        if (errors === 0) return null;
        return <PlantedPanel key={kind} kind={kind} errors={errors} results={results} />;
      })}
    </Page>
  );
}

interface GoldProps {
  gold: NonNullable<Awaited<ReturnType<typeof findGoldResults>>>;
}

/** Annotators' results where gold is known. */
function GoldPanel({ gold }: GoldProps) {
  return (
    <Panel
      title="Gold"
      description={
        gold.checks > 0
          ? `${formatQuantity(gold.checks, "check")} mixed in. Other assignments with gold values count here too.`
          : "No checks are mixed in. Values for which gold is known are still compared."
      }
    >
      {gold.results.length === 0 ? (
        <EmptyState icon={<ShieldCheck />} title="Nothing to compare yet">
          Results appear once an annotator submits a value for which gold is known.
        </EmptyState>
      ) : (
        <GoldTable gold={gold} />
      )}
    </Panel>
  );
}

/** Agreement with gold, by annotator. */
function GoldTable({ gold }: GoldProps) {
  return (
    <DataTable
      caption="Agreement with gold, by annotator"
      columns={[
        { id: "who", header: "Annotator" },
        {
          id: "n",
          header: "Values",
          type: "number",
          tip: "Values, preferences and sets of labels given where the gold value is known.",
        },
        {
          id: "agreed",
          header: "As gold",
          type: "number",
          tip: "For preferences the same side, regardless of how much better; for labels exactly the same set.",
        },
        { id: "share", header: "Share", type: "percent" },
        {
          id: "distance",
          header: "Distance",
          type: "number",
          decimals: 2,
          tip: "For scores: the mean distance from gold, in points.",
        },
        ...(gold.results.some(({ shared }) => shared !== null)
          ? [
              {
                id: "shared" as const,
                header: "Labels shared",
                type: "percent" as const,
                tip: "For labels: the mean share that were both given and expected, of those given or expected.",
              },
            ]
          : []),
      ]}
      rows={gold.results.map(goldRow)}
    />
  );
}

/** Detection of planted errors, by arm and by kind of error. */
function PlantedPanel({
  kind,
  errors,
  results,
}: {
  kind: PlantedKind;
  errors: number;
  results: PlantedResult[];
}) {
  return (
    <Panel
      title={WORDS[kind].title}
      description={`${formatQuantity(errors, "error")} planted when the batch was opened.`}
    >
      {results.length === 0 ? (
        <EmptyState icon={<ShieldCheck />} title="Nobody has submitted any of it yet">
          Rates appear with the first submission that shows drafts.
        </EmptyState>
      ) : (
        <div className="grid gap-6">
          <Rates kind={kind} by="arm" results={results} />
          <Rates kind={kind} by="code" results={results} />
        </div>
      )}
    </Panel>
  );
}

function goldRow({ code, name, n, agreed, distance, shared }: GoldResult) {
  return {
    id: code,
    who: name === null ? code : `${name} (${code})`,
    n,
    agreed,
    share: agreed / n,
    distance,
    shared,
  };
}

const WORDS = {
  verdict: {
    title: "Planted values",
    counted: "verdicts",
    detection:
      "Planted values that were not followed: the final value differs, or the final preference is for another side.",
    alarm: "Drafted values without an error that were not followed either. A draft can be wrong on its own.",
  },
  item: {
    title: "Planted items",
    counted: "items",
    detection: "Planted items that were removed.",
    alarm: "Drafted items without an error that were removed too. A draft can be wrong on its own.",
  },
  labels: {
    title: "Planted labels",
    counted: "labels",
    detection: "Sets whose wrong label was taken away, or whose missing one was given.",
    alarm: "Drafted sets without an error that were changed too. A draft can be wrong on its own.",
  },
} as const;

function Rates({
  kind,
  by,
  results,
}: {
  kind: PlantedKind;
  by: "arm" | "code";
  results: readonly PlantedResult[];
}) {
  const who = by === "arm" ? "Arm" : "Annotator";
  return (
    <DataTable
      caption={`Detection and false alarms, by ${who.toLowerCase()}`}
      columns={[
        { id: "who", header: who },
        { id: "detection", header: "Detected", type: "percent", tip: WORDS[kind].detection },
        { id: "planted", header: "of planted", type: "number" },
        { id: "alarm", header: "False alarms", type: "percent", tip: WORDS[kind].alarm },
        { id: "left", header: "of others", type: "number" },
      ]}
      rows={ratesBy(results, by).map(rateRow)}
    />
  );
}

function rateRow({ key, name, detection, falseAlarm }: PlantedRow) {
  return {
    id: key,
    who: name === null ? key : `${name} (${key})`,
    detection: numberCell(detection?.share ?? null, "none-qualify"),
    planted: detection?.of ?? 0,
    alarm: numberCell(falseAlarm?.share ?? null, "none-qualify"),
    left: falseAlarm?.of ?? 0,
  };
}
