import { Plus } from "lucide-react";
import { Raw } from "@/components/prose/raw";
import { ButtonLink } from "@/components/ui/button-link";
import { Disclosure } from "@/components/ui/disclosure";
import type { Disagreement } from "@/lib/judge/schema/workshop";

interface DisagreementCardProps {
  row: Disagreement;
  /** Address of the judge's page. */
  here: string;
  dataset: string;
  version: number;
  mayEdit: boolean;
}

/** One disagreement: the texts, what people say, what the judge says, and the way to an example. */
export function DisagreementCard({ row, here, dataset, version, mayEdit }: DisagreementCardProps) {
  const { task, responses, item, label, people, judge, before } = row;
  const query = new URLSearchParams({
    ...{ from: String(version), dataset, task: task.id, response: responses[0]?.id ?? "" },
    ...(responses[1] && { responseB: responses[1].id }),
    ...(item && { item: item.id }),
  });
  const isNew = before !== null && before === label;
  return (
    <article aria-label={`Task ${task.key}`} className="grid gap-3 rounded-md border p-3 text-sm">
      <header className="flex flex-wrap items-baseline justify-between gap-2">
        <h3 className="font-medium wrap-anywhere">
          {task.key}
          {task.tags.length > 0 && <span className="font-normal text-muted"> · {task.tags.join(", ")}</span>}
        </h3>
        {mayEdit && (
          <ButtonLink size="sm" href={`${here}/edit?${query}`}>
            <Plus aria-hidden="true" />
            Make it an example
          </ButtonLink>
        )}
      </header>
      {item && <p className="font-medium wrap-anywhere">{item.text}</p>}
      <Disclosure summary="Instruction">
        <Text text={task.instruction} />
      </Disclosure>
      {responses.map(({ id, model, text }, n) => (
        <Disclosure
          key={id}
          open={responses.length === 1}
          summary={[responses.length > 1 ? `Response ${"AB"[n]}` : "Response", model]
            .filter(Boolean)
            .join(" · ")}
        >
          <Text text={text} />
        </Disclosure>
      ))}
      <dl className="grid gap-3 sm:grid-cols-2">
        <PeopleValues label={label} people={people} />
        <JudgeValue judge={judge} before={before} isNew={isNew} />
      </dl>
    </article>
  );
}

/** The label of people, with the value and explanation of each. */
function PeopleValues({ label, people }: { label: Disagreement["label"]; people: Disagreement["people"] }) {
  return (
    <div className="rounded-sm bg-sunken p-2">
      <dt className="text-xs text-muted">People: {String(label)}</dt>
      {people.map(({ rater, value, explanation }) => (
        <dd key={rater} className="wrap-anywhere whitespace-pre-wrap">
          <span className="font-medium">{rater}</span>:{" "}
          {value === null ? "no label, or several" : String(value)}
          {explanation ? `, “${explanation}”` : <span className="text-muted"> (no explanation)</span>}
        </dd>
      ))}
    </div>
  );
}

/** The value of the judge, beside that of the version before. */
function JudgeValue({
  judge,
  before,
  isNew,
}: {
  judge: Disagreement["judge"];
  before: Disagreement["before"];
  isNew: boolean;
}) {
  return (
    <div className="rounded-sm bg-sunken p-2">
      <dt className="text-xs text-muted">
        Judge: {String(judge.value)}
        {before !== null && ` · version before: ${String(before)}`}
        {isNew && <span className="font-medium text-warning"> · newly wrong</span>}
      </dt>
      <dd className="wrap-anywhere whitespace-pre-wrap">
        {judge.lines.length === 0 ? (
          <span className="text-muted">no explanation</span>
        ) : (
          judge.lines.join("\n")
        )}
      </dd>
    </div>
  );
}

function Text({ text }: { text: string }) {
  return (
    <div className="max-h-60 overflow-y-auto [&_pre]:wrap-anywhere [&_pre]:whitespace-pre-wrap">
      <Raw text={text} />
    </div>
  );
}
