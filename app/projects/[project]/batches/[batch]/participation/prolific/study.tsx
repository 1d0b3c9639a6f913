"use client";

import { ExternalLink, RefreshCw } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { CreateDraft } from "@/app/projects/[project]/batches/[batch]/participation/prolific/create-draft";
import { ActionHistory } from "@/app/projects/[project]/batches/[batch]/participation/prolific/history";
import { formatAmount } from "@/app/projects/[project]/batches/[batch]/participation/prolific/money";
import { requestAction } from "@/app/projects/[project]/batches/[batch]/participation/prolific/request-action";
import { Submissions } from "@/app/projects/[project]/batches/[batch]/participation/prolific/submissions";
import { Badge } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { formatCount } from "@/components/ui/format";
import { Link } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import { useToast } from "@/components/ui/toast";
import { callApi } from "@/lib/http/client";
import { studyAddress, studyLabel } from "@/lib/prolific/rules";
import type { ProlificStudyView } from "@/lib/prolific/schema";

/** While something is under way the page is reloaded this often. */
const EVERY = 2_500;

interface ProlificProps {
  link: { id: string; name: string; quota: number; screenedCode: string | null };
  study: ProlificStudyView | null;
  /** Null when the project is not connected to Prolific. */
  connection: { currency: string | null } | null;
  settings: string;
  /** The batch is open, so that people could begin. */
  isOpen: boolean;
  readOnly: boolean;
}

/** A link's study on Prolific: created, published, and its submissions paid from here. */
export function ProlificStudy({ link, study, connection, settings, isOpen, readOnly }: ProlificProps) {
  useReloadWhile(study !== null && isUnderWay(study));
  const created = study !== null && study.externalId !== null;
  if (!created && (readOnly || !isOpen) && study === null) return null;
  return (
    <section
      aria-label={`Prolific, ${link.name}`}
      className="grid grid-cols-1 gap-3 rounded-md border bg-sunken/40 p-3"
    >
      <div className="flex flex-wrap items-center justify-between gap-2 text-sm">
        <h4 className="flex items-center gap-2 font-medium">
          Prolific
          {study && <StudyBadge study={study} />}
        </h4>
        <span className="flex flex-wrap gap-2">
          {connection && !created && !readOnly && isOpen && !(study && isUnderWay(study)) && (
            <CreateDraft link={link} currency={connection.currency} />
          )}
          {study && created && <StudyButtons link={link} study={study} mayChange={connection !== null} />}
        </span>
      </div>
      {!connection && (
        <p className="text-sm text-muted">
          This project is not connected to Prolific.{" "}
          <Link href={settings} className="text-accent underline">
            Connect it in the settings
          </Link>
          .
        </p>
      )}
      {study && <Problems link={link.id} study={study} />}
      {study && created && <StudyFacts study={study} />}
      {study && study.submissions.length > 0 && (
        <Submissions link={link.id} study={study} mayChange={connection !== null} />
      )}
      {study && study.actions.length > 0 && <ActionHistory study={study} />}
    </section>
  );
}

const isUnderWay = ({ actions, fetching }: ProlificStudyView) =>
  fetching || actions.some(({ state }) => state === "pending" || state === "sending");

function useReloadWhile(active: boolean) {
  const router = useRouter();
  useEffect(() => {
    if (!active) return;
    const timer = setInterval(() => document.visibilityState === "visible" && router.refresh(), EVERY);
    return () => clearInterval(timer);
  }, [active, router]);
}

function StudyBadge({ study }: { study: ProlificStudyView }) {
  if (study.status !== null)
    return (
      <Badge tone={study.status === "ACTIVE" ? "positive" : "neutral"}>{studyLabel(study.status)}</Badge>
    );
  const [last] = study.actions;
  return last?.state === "refused" ? <Badge tone="danger">Not created</Badge> : <Badge>Being created</Badge>;
}

interface StudyProps {
  link: { id: string; name: string };
  study: ProlificStudyView;
}

/** Opens the study at Prolific, fetches its statuses, or publishes it. */
function StudyButtons({ link, study, mayChange }: StudyProps & { mayChange: boolean }) {
  const router = useRouter();
  const toast = useToast();

  async function fetchNow() {
    const outcome = await callApi("POST", `/api/v1/participation/${link.id}/prolific/fetch`, {});
    if (!outcome.ok)
      toast.show({ tone: "danger", title: "Nothing is fetched", description: outcome.error.message });
    router.refresh();
  }

  return (
    <>
      {study.externalId && (
        <a
          href={studyAddress(study.externalId)}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ size: "sm" })}
        >
          <ExternalLink aria-hidden="true" />
          Open at Prolific
        </a>
      )}
      {mayChange && (
        <Button size="sm" busy={study.fetching} onClick={fetchNow}>
          <RefreshCw aria-hidden="true" />
          Fetch statuses
        </Button>
      )}
      {mayChange && study.status === "UNPUBLISHED" && <PublishButton link={link} study={study} />}
    </>
  );
}

/** Publishes the draft, after its cost was confirmed. */
function PublishButton({ link, study }: StudyProps) {
  const [key, setKey] = useState<string>();
  const router = useRouter();
  const toast = useToast();

  async function publish() {
    const outcome = await requestAction(link.id, { kind: "publish", key: key ?? "" });
    if (!outcome.ok)
      toast.show({ tone: "danger", title: "Nothing is published", description: outcome.error.message });
    router.refresh();
  }

  const places = `${formatCount(study.places)} × ${formatAmount(study.reward, study.currency)}`;
  const rewards = formatAmount(study.places * study.reward, study.currency);
  const fees =
    study.totalCost === null
      ? ", and its fees on top."
      : `, ${formatAmount(study.totalCost, study.currency)} with its fees.`;
  return (
    <>
      <Button
        size="sm"
        variant="primary"
        busy={isUnderWay(study)}
        onClick={() => setKey(crypto.randomUUID())}
      >
        Publish
      </Button>
      <ConfirmDialog
        open={key !== undefined}
        onOpenChange={(open) => !open && setKey(undefined)}
        title={`Publish “${study.name}” on Prolific?`}
        description={`Prolific shows it to participants at once, and sets the money aside: rewards of ${rewards} (${places})${fees}`}
        confirmLabel="Publish"
        onConfirm={publish}
      />
    </>
  );
}

/** Requests that Prolific refused, and bonuses of which nobody knows whether they were paid. */
function Problems({ link, study }: { link: string; study: ProlificStudyView }) {
  const [last] = study.actions;
  return (
    <>
      {last?.state === "refused" && (
        <Banner tone="danger" title="The last request to Prolific failed">
          {last.problem}
        </Banner>
      )}
      {last?.state === "pending" && last.problem && (
        <Banner tone="warning" title="Retrying the request to Prolific soon">
          {last.problem}
        </Banner>
      )}
      {study.fetchProblem && (
        <Banner tone="warning" title="The statuses could not be fetched">
          {study.fetchProblem}
        </Banner>
      )}
      {study.actions
        .filter(({ state }) => state === "unclear")
        .map((action) => (
          <UnclearBonus key={action.id} link={link} study={study} action={action} />
        ))}
    </>
  );
}

/** Has an admin say whether a bonus was paid. */
function UnclearBonus({
  link,
  study,
  action: { id, amount, submissions, problem },
}: {
  link: string;
  study: ProlificStudyView;
  action: ProlificStudyView["actions"][number];
}) {
  const router = useRouter();
  const toast = useToast();

  async function resolve(paid: boolean) {
    const path = `/api/v1/participation/${link}/prolific/actions/${id}`;
    const outcome = await callApi("PATCH", path, { paid });
    if (!outcome.ok)
      toast.show({ tone: "danger", title: "Nothing was changed", description: outcome.error.message });
    router.refresh();
  }

  const total = formatAmount((amount ?? 0) * submissions.length, study.currency);
  return (
    <Banner
      tone="danger"
      title={`Check on Prolific whether a bonus of ${total} was paid`}
      action={
        <>
          <Button size="sm" onClick={() => resolve(true)}>
            It was paid
          </Button>
          <Button size="sm" onClick={() => resolve(false)}>
            It was not paid
          </Button>
        </>
      }
    >
      {problem} It is not requested again, so that no participant is paid twice.
    </Banner>
  );
}

/** Places, costs and the time of the last fetch. */
function StudyFacts({ study }: { study: ProlificStudyView }) {
  const { places, placesTaken, reward, minutes, totalCost, currency, spent, fetchedAt } = study;
  const hourly = formatAmount(Math.round((reward * 60) / minutes), currency);
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted tabular-nums">
      <span>
        {formatCount(placesTaken ?? 0)} of {formatCount(places)} places taken
      </span>
      <span>
        {formatAmount(reward, currency)} for {minutes} min ({hourly} an hour)
      </span>
      {totalCost !== null && (
        <span>{formatAmount(totalCost, currency)} with fees, if all places are filled</span>
      )}
      <span>
        so far {formatAmount(spent.rewards, currency)} in rewards
        {spent.screenOuts > 0 && `, ${formatAmount(spent.screenOuts, currency)} for those screened out`}
        {spent.bonuses > 0 && `, ${formatAmount(spent.bonuses, currency)} in bonuses`}, without fees
      </span>
      {fetchedAt && (
        <span>
          as of <Time at={fetchedAt.toISOString()} />
        </span>
      )}
    </p>
  );
}
