import type { Metadata } from "next";
import { RefreshOnReturn } from "@/app/(entry)/join/[token]/mturk/refresh-on-return";
import { NoOffer, OfferHeader, OfferTexts } from "@/app/(entry)/join/[token]/offer-texts";
import { getTranslations } from "@/app/request-language";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import type { Translate } from "@/lib/i18n/rules";
import { findTurkTask } from "@/lib/participation/data/turk";
import { TURK_PREVIEW, turkSubmitAddress } from "@/lib/participation/rules/turk";
import { ExternalId } from "@/lib/participation/schema";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations()).t("join.title") };
}

interface TurkPageProps {
  params: Promise<{ token: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** An accepted assignment of a HIT. */
interface Accepted {
  worker: string;
  assignment: string;
  hit: string | undefined;
}

/**
 * The page of a HIT, in a frame of Mechanical Turk: a description before it is accepted; afterwards the way to
 * the study, in a tab of its own, and the form that submits the HIT once the part is done.
 */
export default async function TurkPage({ params, searchParams }: TurkPageProps) {
  const { token } = await params;
  const { t } = await getTranslations();
  const given = await searchParams;
  const id = (name: string) => ExternalId.safeParse(given[name]).data;
  const [worker, assignment, hit] = [id("workerId"), id("assignmentId"), id("hitId")];
  const accepted =
    worker !== undefined && assignment !== undefined && assignment !== TURK_PREVIEW
      ? { worker, assignment, hit }
      : null;
  const task = await findTurkTask(token, accepted);
  if (!task) return <NoOffer t={t} />;
  const to = typeof given.turkSubmitTo === "string" ? turkSubmitAddress(given.turkSubmitTo) : null;
  if (!accepted) {
    return (
      <>
        <OfferHeader offer={task} />
        <Banner title={t("mturk.preview")}>{t("mturk.preview.why")}</Banner>
        <OfferTexts offer={task} t={t} />
      </>
    );
  }
  return (
    <>
      <OfferHeader offer={task} />
      {task.ending === null ? (
        <Working token={token} accepted={accepted} t={t} />
      ) : to === null ? (
        <Banner tone="danger" title={t("mturk.unknown-address")} />
      ) : (
        <SubmitForm to={to} assignment={accepted.assignment} ending={task.ending} t={t} />
      )}
    </>
  );
}

/** The study, opened outside of the frame: there it has the cookies that its session needs. */
function Working({ token, accepted, t }: { token: string; accepted: Accepted; t: Translate }) {
  const query = new URLSearchParams({
    workerId: accepted.worker,
    assignmentId: accepted.assignment,
    ...(accepted.hit !== undefined && { hitId: accepted.hit }),
  });
  return (
    <div className="grid gap-3">
      <a
        href={`/join/${encodeURIComponent(token)}?${query}`}
        target="_blank"
        rel="noopener"
        className={buttonClass({ variant: "primary", size: "lg" })}
      >
        {t("mturk.open")}
      </a>
      <p className="text-sm text-muted">{t("mturk.open.why")}</p>
      <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
        {t("mturk.waiting")} <RefreshOnReturn />
      </p>
    </div>
  );
}

interface SubmitFormProps {
  to: string;
  assignment: string;
  ending: NonNullable<Awaited<ReturnType<typeof findTurkTask>>>["ending"];
  t: Translate;
}

/** Submits the HIT to Mechanical Turk, with the completion code as its answer. */
function SubmitForm({ to, assignment, ending, t }: SubmitFormProps) {
  return (
    <form method="post" action={to} className="grid gap-3">
      <h2 className="text-lg">{t(ending?.state === "screened" ? "place.screened" : "place.completed")}</h2>
      <input type="hidden" name="assignmentId" value={assignment} />
      <input type="hidden" name="completionCode" value={ending?.code ?? ""} />
      <Button type="submit" variant="primary" size="lg">
        {t("mturk.submit")}
      </Button>
    </form>
  );
}
