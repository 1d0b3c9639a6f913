import { ButtonLink } from "@/components/ui/button-link";
import { FilterLinks } from "@/components/ui/filter-links";
import { formatCount, formatDuration } from "@/components/ui/format";
import { Time } from "@/components/ui/time";
import type { Submission } from "@/lib/review/data/submission";
import { fold } from "@/lib/review/rules/apply";
import { flagInWords } from "@/lib/review/rules/refusal-messages";
import type { SubmissionScope } from "@/lib/review/schema";

const AMONG: Record<SubmissionScope, string> = {
  batch: "Batch",
  annotator: "Annotator",
  subject: "About the same",
};

/** Author and time of a submission, with links to the previous and next ones. */
export function SubmissionBanner({ found, among }: { found: Submission; among: SubmissionScope }) {
  const { view, rater, name, submittedAt, activeMs, sentBack, previous, next } = found;
  const { note, flags } = fold(view.frame, view.ops);
  const address = (id: string, within = among) =>
    `/submissions/${id}${within === "batch" ? "" : `?among=${within}`}`;
  const facts = [
    name && rater,
    activeMs !== null && `${formatDuration(activeMs)} of active work`,
    sentBack && "sent back since: this is what was submitted before",
  ].filter(Boolean);
  return (
    <section
      aria-label="Submission"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b bg-surface px-4 py-2 text-sm"
    >
      <div className="grid min-w-0 gap-0.5">
        <p className="wrap-anywhere">
          <strong className="font-medium">{name ?? rater}</strong>
          <span className="text-muted">
            {" · submitted "}
            <Time at={submittedAt.toISOString()} />
            {facts.length > 0 && ` · ${facts.join(" · ")}`}
          </span>
        </p>
        <SubmissionNotes note={note} flags={flags} />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <SubmissionLinks among={among} address={address} previous={previous} next={next} found={found} />
      </div>
    </section>
  );
}

/** The annotator's note and flags. */
function SubmissionNotes({ note, flags }: { note: string; flags: Record<string, string> }) {
  return (
    <>
      {note && (
        <p dir="auto" className="line-clamp-3 wrap-anywhere whitespace-pre-wrap">
          <span className="text-muted">Note: </span>
          {note}
        </p>
      )}
      {Object.entries(flags).map(([code, words]) => (
        <p key={code} dir="auto" className="line-clamp-2 wrap-anywhere">
          <span className="text-muted">Flag: </span>
          {flagInWords(code)}
          {words && `: ${words}`}
        </p>
      ))}
    </>
  );
}

interface SubmissionLinksProps {
  among: SubmissionScope;
  address: (id: string, within?: SubmissionScope) => string;
  previous: Submission["previous"];
  next: Submission["next"];
  found: Submission;
}

/** Links to the submissions before and after it. */
function SubmissionLinks({ among, address, previous, next, found }: SubmissionLinksProps) {
  const { view, place, of } = found;
  return (
    <>
      <FilterLinks
        label="Go through"
        words={AMONG}
        counts={{}}
        current={among}
        hrefOf={(within) => address(view.id, within)}
      />
      <span className="text-muted tabular-nums">
        {formatCount(place)} of {formatCount(of)}
      </span>
      {previous && (
        <ButtonLink size="sm" rel="prev" href={address(previous)}>
          Previous
        </ButtonLink>
      )}
      {next && (
        <ButtonLink size="sm" rel="next" href={address(next)}>
          Next
        </ButtonLink>
      )}
      <ButtonLink size="sm" variant="quiet" href={homeOf(found)}>
        {found.researches ? "Assignments" : "Adjudication"}
      </ButtonLink>
    </>
  );
}

function homeOf({ projectId, view, researches }: Submission): string {
  const { id } = view.batch;
  return researches
    ? `/projects/${projectId}/batches/${id}/work`
    : `/projects/${projectId}/adjudication/${id}`;
}
