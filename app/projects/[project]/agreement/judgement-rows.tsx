import { ProvenancePanel } from "@/app/projects/[project]/drafts/provenance";
import type { Column, Row } from "@/components/ui/cell";
import { Link } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { JudgementsQuery, ListedJudgement } from "@/lib/report/schema/judgements";

/** Columns of a list of judgements: for people how they were made, for models and rules the method. */
export function judgementColumns({ by }: JudgementsQuery): Column[] {
  const about: Column[] = [
    { id: "item", header: "Item", minWidth: "min(10rem, 36vw)" },
    { id: "rater", header: "Rater" },
    { id: "value", header: "Value" },
  ];
  const response: Column[] = [
    { id: "response", header: "Response", minWidth: "min(16rem, 50vw)" },
    { id: "model", header: "Model" },
  ];
  if (by === "machines")
    return [
      ...about,
      { id: "method", header: "Method" },
      ...response,
      { id: "submittedAt", header: "When" },
      { id: "open", header: "How it was made" },
    ];
  return [
    ...about,
    { id: "draft", header: "Drafted" },
    ...response,
    { id: "exposure", header: "Exposure" },
    { id: "arm", header: "Arm" },
    { id: "seconds", header: "Seconds", type: "number", decimals: 1 },
    { id: "submittedAt", header: "Submitted" },
    { id: "open", header: "Submission" },
  ];
}

export function judgementRow(judgement: ListedJudgement, project: string): Row {
  const { id, task, instruction, responses, item, itemText, rater, exposure, submittedAt } = judgement;
  return {
    id,
    item: {
      value: item,
      content: (
        <span className="grid">
          <span>{itemText ?? item}</span>
          {itemText && itemText !== item && <span className="text-xs text-muted">{item}</span>}
        </span>
      ),
    },
    response: {
      value: responses.join(", ") || task,
      content: (
        <span className="grid">
          <span>{responses.join(" and ") || task}</span>
          <span className="line-clamp-2 text-xs text-muted">{instruction}</span>
        </span>
      ),
    },
    model: judgement.model,
    rater,
    method: judgement.method,
    value: String(judgement.value),
    draft: judgement.draft === null ? null : String(judgement.draft),
    exposure: exposure ?? "unknown",
    arm: judgement.arm,
    seconds: judgement.seconds,
    submittedAt: { value: submittedAt, content: submittedAt && <Time at={submittedAt} /> },
    open: { value: null, content: <Open judgement={judgement} project={project} /> },
  };
}

/** Link to the whole submission, or to a draft's prompts. */
function Open({ judgement, project }: { judgement: ListedJudgement; project: string }) {
  const { id, assignment, drafted, item, itemText, rater, task, responses } = judgement;
  const about = `${itemText ?? item} for ${responses.join(" and ") || task} by ${rater}`;
  if (drafted) return <ProvenancePanel of={{ draft: id }} about={about} project={project} />;
  if (assignment === null) return null;
  return (
    <Link
      href={`/submissions/${assignment}?item=${encodeURIComponent(item)}`}
      aria-label={`Open the submission with ${about}`}
      className="text-accent hover:underline"
    >
      Open
    </Link>
  );
}
