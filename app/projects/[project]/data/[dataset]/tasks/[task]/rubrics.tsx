import { RetireRubric } from "@/app/projects/[project]/data/[dataset]/tasks/[task]/retire-rubric";
import { Badge } from "@/components/ui/badge";
import { formatQuantity } from "@/components/ui/format";
import { Panel } from "@/components/ui/panel";
import type { RubricView } from "@/lib/dataset/schema/views";

const KINDS = { checklist: "Checklist", criteria: "Criteria" };
const ITEMS = { checklist: ["question"], criteria: ["criterion", "criteria"] } as const;

/** Rubrics the task can be judged by, retired ones marked. */
export function Rubrics({ rubrics, mayRetire }: { rubrics: readonly RubricView[]; mayRetire: boolean }) {
  if (rubrics.length === 0) return null;
  return (
    <Panel
      title="Rubrics"
      description="A retired one is in no new batch, run or choice. Batches that use it continue, and no judgement of it is lost."
    >
      <ul className="divide-y text-sm">
        {rubrics.map((rubric) => {
          const [one, many] = ITEMS[rubric.kind];
          return (
            <li key={rubric.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
              <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
                <span className="font-medium">{KINDS[rubric.kind]}</span>
                <span className="font-mono text-xs wrap-anywhere text-muted">{rubric.key}</span>
                <span className="text-xs text-muted">
                  {formatQuantity(rubric.items.length, one, many)}
                  {rubric.by && (
                    <>
                      , by <bdi>{rubric.by}</bdi>
                    </>
                  )}
                </span>
                {rubric.retired && <Badge>Retired</Badge>}
              </span>
              {mayRetire && (
                <RetireRubric
                  rubric={rubric.id}
                  name={`${KINDS[rubric.kind].toLowerCase()} ${rubric.key}`}
                  retired={rubric.retired}
                />
              )}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
