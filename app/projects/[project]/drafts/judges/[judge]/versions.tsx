import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { ListTable } from "@/components/ui/list-table";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import { startingPoint } from "@/lib/drafting/rules/judge/starting-points";
import type { JudgeVersionView, JudgeView } from "@/lib/judge/schema/judges";

interface VersionsProps {
  judge: JudgeView;
  /** Address of the judge's page. */
  here: string;
  /** Number of the version that the page is about. */
  shown: number;
  dataset: string | undefined;
}

/** The versions of a judge, newest first. */
export function Versions({ judge, here, shown, dataset }: VersionsProps) {
  return (
    <Panel title="Versions" description="A version never changes. A change makes a new one." flush>
      <ListTable
        label="Versions"
        columns={[
          { header: "Version" },
          { header: "What changed" },
          { header: "Model", className: "max-sm:hidden" },
          { header: "Runs", atEnd: true },
          { header: "Made", atEnd: true, className: "max-sm:hidden" },
          { header: "Compare", unseen: true },
        ]}
      >
        {judge.versions.map((version) => (
          <tr key={version.id} className={version.number === shown ? "bg-accent-soft" : undefined}>
            <th scope="row" className="text-left font-medium whitespace-nowrap">
              <Link href={`${here}/versions/${version.number}`} className="text-accent hover:underline">
                Version {version.number}
              </Link>
            </th>
            <td className="min-w-40 wrap-anywhere">
              {version.note || <span className="text-muted">{originOf(version)}</span>}{" "}
              {version.note && version.origin && <Badge>{originOf(version)}</Badge>}
            </td>
            <td className="wrap-anywhere max-sm:hidden">{version.model}</td>
            <td className="text-right tabular-nums">{version.runs}</td>
            <td className="text-right whitespace-nowrap max-sm:hidden">
              <Time at={version.createdAt.toISOString()} />
              {version.author && <span className="block text-xs text-muted">{version.author}</span>}
            </td>
            <td className="text-right">
              {version.number === shown ? (
                <span className="text-muted">shown</span>
              ) : (
                <Link
                  href={`${here}?version=${version.number}${dataset ? `&dataset=${dataset}` : ""}`}
                  className="text-accent hover:underline"
                >
                  Show<span className="sr-only"> version {version.number}</span>
                </Link>
              )}
            </td>
          </tr>
        ))}
      </ListTable>
    </Panel>
  );
}

/** The origin of a version. */
function originOf({ parent, origin, isModified, isPanel }: JudgeVersionView): string {
  if (isPanel && parent === null) return "Panel of versions of other judges";
  const title = origin && (startingPoint(origin)?.title ?? origin);
  if (title && !isModified) return `${title}, unchanged`;
  if (parent !== null) return `From version ${parent}`;
  return title ? `Modified from ${title}` : "Written here";
}
