import { GraduationCap } from "lucide-react";
import { GrantQualification } from "@/app/projects/[project]/batches/[batch]/grant-qualification";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { formatCount } from "@/components/ui/format";
import { ListTable } from "@/components/ui/list-table";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import type { QualificationRow } from "@/lib/batch/data/checks/qualification-grants";
import { neededOf, qualificationStage } from "@/lib/quality/rules/qualification";
import type { Quality } from "@/lib/quality/schema";

interface QualificationsProps {
  batch: string;
  rule: Quality;
  rows: readonly QualificationRow[];
  /** The user may grant tries and waivers. */
  mayGrant: boolean;
}

/** Progress of all annotators in training and exam. */
export function Qualifications({ batch, rule, rows, mayGrant }: QualificationsProps) {
  const { training, exam } = rule;
  return (
    <Panel flush id="qualification" title="Training and exam" description={inWords(rule)}>
      {rows.length === 0 ? (
        <EmptyState icon={<GraduationCap />} title="Nobody works on it yet">
          Annotators who are added begin here.
        </EmptyState>
      ) : (
        <ListTable
          label="Training and exam"
          columns={[
            { header: "Annotator" },
            { header: "Stage" },
            training && { header: "Training", atEnd: true },
            exam && { header: "Exam" },
            mayGrant && { header: "Actions", unseen: true },
          ]}
        >
          {rows.map((row) => {
            const who = row.name ?? row.code;
            const { at } = qualificationStage(row, rule);
            return (
              <AnnotatorStage
                key={row.membershipId}
                row={row}
                who={who}
                rule={rule}
                training={training}
                exam={exam}
                mayGrant={mayGrant}
                at={at}
                batch={batch}
              />
            );
          })}
        </ListTable>
      )}
    </Panel>
  );
}

interface AnnotatorStageProps {
  row: QualificationRow;
  who: string;
  rule: Quality;
  training: Quality["training"];
  exam: Quality["exam"];
  mayGrant: boolean;
  at: ReturnType<typeof qualificationStage>["at"];
  batch: string;
}

/** One annotator's progress. */
function AnnotatorStage({ row, who, rule, training, exam, mayGrant, at, batch }: AnnotatorStageProps) {
  return (
    <tr className="align-top">
      <th scope="row" className="text-left font-normal whitespace-nowrap">
        {who} {row.name && <span className="text-xs text-muted">{row.code}</span>}
      </th>
      <td>
        <Stage row={row} rule={rule} />
      </td>
      {training && (
        <td className="text-right whitespace-nowrap tabular-nums">
          {formatCount(row.trained)} of {formatCount(training.subjects)}
        </td>
      )}
      {exam && (
        <td className="tabular-nums">
          <Results row={row} exam={exam} />
        </td>
      )}
      {mayGrant && (
        <td className="py-1!">
          <Grants at={at} batch={batch} who={who} row={row} exam={exam} />
        </td>
      )}
    </tr>
  );
}

interface GrantsProps {
  at: ReturnType<typeof qualificationStage>["at"];
  batch: string;
  who: string;
  row: QualificationRow;
  exam: QualificationsProps["rule"]["exam"];
}

/** Grants that an admin can give an annotator who is not admitted to the work. */
function Grants({ at, batch, who, row, exam }: GrantsProps) {
  return (
    at !== "work" && (
      <span className="flex flex-wrap justify-end gap-2">
        {at === "failed" && (
          <GrantQualification
            {...{ batch, who, membership: row.membershipId, grant: "attempt" }}
            revealed={exam?.reveal ?? false}
          />
        )}
        <GrantQualification
          {...{ batch, who, membership: row.membershipId, grant: "admission" }}
          revealed={false}
        />
      </span>
    )
  );
}

function inWords({ training, exam }: Quality): string {
  return [
    training && `${formatCount(training.subjects)} for training`,
    exam &&
      `an exam of ${formatCount(exam.subjects)}, at least ${exam.pass} % right in at most ${formatCount(exam.attempts)} ${exam.attempts === 1 ? "attempt" : "attempts"}`,
  ]
    .filter(Boolean)
    .join(", then ")
    .concat(" before the batch's own work. None of it is in any statistic.");
}

const QUALIFIED_BY: Record<NonNullable<QualificationRow["by"]>, string> = {
  training: "Trained",
  exam: "Passed",
  earlier: "From an earlier version",
  admin: "Exam waived by an admin",
};

function Stage({ row, rule }: { row: QualificationRow; rule: Quality }) {
  const where = qualificationStage(row, rule);
  return (
    <div className="grid justify-items-start gap-1">
      {where.at === "work" ? (
        <Badge tone="positive">{row.by ? QUALIFIED_BY[row.by] : "Passed"}</Badge>
      ) : where.at === "failed" ? (
        <Badge tone="danger">Not passed</Badge>
      ) : (
        <span className="whitespace-nowrap tabular-nums">
          {where.at === "training" ? "Training" : "Exam"} {where.n} of {where.of}
          {where.at === "exam" && where.attempts > 1 && `, attempt ${where.attempt} of ${where.attempts}`}
        </span>
      )}
      {row.grants.map(({ kind, note, at }) => (
        <span key={at} className="text-xs text-muted wrap-anywhere">
          {kind === "attempt" ? "Another attempt granted" : "Exam waived"}{" "}
          <Time at={new Date(at).toISOString()} />
          {note && (
            <>
              : <bdi>{note}</bdi>
            </>
          )}
        </span>
      ))}
    </div>
  );
}

function Results({ row, exam }: { row: QualificationRow; exam: NonNullable<Quality["exam"]> }) {
  if (row.results.length === 0) return <span className="text-muted">No attempt has ended</span>;
  return (
    <ul className="grid gap-0.5">
      {row.results.map(({ attempt, right, asked, passed }) => (
        <li key={attempt}>
          Attempt {attempt}: {formatCount(right)} of {formatCount(asked)} right
          {passed ? "" : `, ${formatCount(neededOf(asked, exam))} needed`}
        </li>
      ))}
    </ul>
  );
}
