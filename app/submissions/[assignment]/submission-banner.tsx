import { Banner } from "@/components/ui/banner";
import { ButtonLink } from "@/components/ui/button-link";
import { FilterLinks } from "@/components/ui/filter-links";
import { formatCount, formatDuration } from "@/components/ui/format";
import { Time } from "@/components/ui/time";
import type { Submission } from "@/lib/review/data/submission";
import { fold } from "@/lib/review/rules/apply";
import { flagInWords } from "@/lib/review/rules/words";
import type { SubmissionsAmong } from "@/lib/review/schema";

const AMONG: Record<SubmissionsAmong, string> = {
  batch: "All of the batch",
  annotator: "This annotator",
  subject: "This subject",
};

/** Whose submission it is and of when, and the ways to the ones before and behind it. */
export function SubmissionBanner({ found, among }: { found: Submission; among: SubmissionsAmong }) {
  const { view, rater, name, submittedAt, activeMs, sentBack, place, of, previous, next } = found;
  const { note, flags } = fold(view.frame, view.ops);
  const address = (id: string, within = among) =>
    `/submissions/${id}${within === "batch" ? "" : `?among=${within}`}`;
  return (
    <Banner
      title={`Submission of ${name ?? rater}`}
      className="rounded-none border-x-0"
      action={
        <>
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
          <ButtonLink size="sm" href={homeOf(found)}>
            {found.researches ? "All assignments" : "Adjudication"}
          </ButtonLink>
        </>
      }
    >
      <span className="grid gap-1">
        <span className="flex flex-wrap items-center gap-x-2 tabular-nums">
          {name && <span>{rater} ·</span>}
          <span>
            submitted <Time at={submittedAt.toISOString()} />
          </span>
          {activeMs !== null && <span>· {formatDuration(activeMs)} of active work</span>}
          <span>
            · {formatCount(place)} of {formatCount(of)}
          </span>
          {sentBack && <span>· sent back since: this is what was submitted before</span>}
        </span>
        {note && (
          <span dir="auto" className="line-clamp-3 wrap-anywhere whitespace-pre-wrap">
            Note: {note}
          </span>
        )}
        {Object.entries(flags).map(([code, words]) => (
          <span key={code} dir="auto" className="line-clamp-2 wrap-anywhere">
            Flag: {flagInWords(code)}
            {words && `: ${words}`}
          </span>
        ))}
        <FilterLinks
          label="Go through"
          words={AMONG}
          counts={{}}
          current={among}
          hrefOf={(within) => address(view.id, within)}
        />
      </span>
    </Banner>
  );
}

function homeOf({ projectId, view, researches }: Submission): string {
  const { id } = view.batch;
  return researches
    ? `/projects/${projectId}/batches/${id}/work`
    : `/projects/${projectId}/adjudication/${id}`;
}
