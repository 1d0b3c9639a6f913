import { ListTable } from "@/components/ui/list-table";
import { Panel } from "@/components/ui/panel";
import type { TrialRow } from "@/lib/judge/data/trial";

interface TrialPanelProps {
  rows: readonly TrialRow[];
  /** Numbers of the versions, in the order of the values. */
  versions: readonly number[];
}

/** Questions about one response follow each other: its text stands once. */
const isOfSameResponses = (before: TrialRow | undefined, responses: TrialRow["responses"]) =>
  before !== undefined &&
  before.responses.length === responses.length &&
  before.responses.every(
    ({ model, text }, n) => model === responses[n]?.model && text === responses[n]?.text,
  );

/** The values of two versions for the same few tasks, side by side. */
export function TrialPanel({ rows, versions }: TrialPanelProps) {
  return (
    <Panel
      title="Tried on 3 tasks"
      description="Too few for statistics. Check that the answers have the right form and good reasons."
      flush
    >
      <ListTable
        label="Tried on 3 tasks"
        className="max-h-[75dvh] print:max-h-none"
        stickyHeader
        columns={[{ header: "Unit" }, ...versions.map((number) => ({ header: `Version ${number}` }))]}
      >
        {rows.map(({ key, task, responses, question, values }, place) => (
          <tr key={key} className="align-top">
            <th scope="row" className="max-w-sm min-w-48 text-left font-normal">
              <span className="font-medium">{task}</span>
              {question && <span className="block">{question}</span>}
              {!isOfSameResponses(rows[place - 1], responses) &&
                responses.map(({ model, text }, n) => (
                  <span key={`${model} ${text}`} className="line-clamp-4 text-xs wrap-anywhere text-muted">
                    {responses.length > 1 && `${"AB"[n]}: `}
                    {text}
                  </span>
                ))}
            </th>
            {values.map((tried, n) => (
              <td key={versions[n]} className="max-w-sm min-w-40">
                {tried ? (
                  <>
                    <span className="font-medium">
                      {tried.value === null ? "no value" : String(tried.value)}
                    </span>
                    <span className="block text-xs wrap-anywhere whitespace-pre-wrap text-muted">
                      {tried.lines.join("\n")}
                    </span>
                  </>
                ) : (
                  <span className="text-muted">not tried</span>
                )}
              </td>
            ))}
          </tr>
        ))}
      </ListTable>
    </Panel>
  );
}
