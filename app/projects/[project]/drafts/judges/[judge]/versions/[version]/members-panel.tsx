import { ListTable } from "@/components/ui/list-table";
import { Panel } from "@/components/ui/panel";
import { PANEL_RULE_LABELS } from "@/lib/drafting/rules/judge/wording";
import type { JudgePanel } from "@/lib/drafting/schema/judge-spec";

/** The members of a panel, and how their values become one. */
export function MembersPanel({ panel: { rule, members } }: { panel: JudgePanel }) {
  const isWeighted = rule === "weighted";
  return (
    <Panel title="Members" description={`Value from members: ${PANEL_RULE_LABELS[rule]}.`} flush>
      <ListTable
        label="Members"
        columns={[
          { header: "Judge" },
          { header: "Version", atEnd: true },
          { header: "Model" },
          ...(isWeighted ? [{ header: "Weight", atEnd: true }] : []),
        ]}
      >
        {members.map(({ version, judge, number, model, weight }) => (
          <tr key={version}>
            <th scope="row" className="text-left font-normal wrap-anywhere">
              {judge}
            </th>
            <td className="text-right tabular-nums">{number}</td>
            <td className="wrap-anywhere">{model}</td>
            {isWeighted && <td className="text-right tabular-nums">{weight.toFixed(2)}</td>}
          </tr>
        ))}
      </ListTable>
    </Panel>
  );
}
