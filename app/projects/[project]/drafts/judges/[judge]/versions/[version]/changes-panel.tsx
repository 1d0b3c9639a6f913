import clsx from "clsx";
import { Link } from "@/components/ui/link";
import { ListTable } from "@/components/ui/list-table";
import { Panel } from "@/components/ui/panel";
import { ScrollRegion } from "@/components/ui/scroll-region";
import type { DiffLine, VersionChanges } from "@/lib/judge/rules/diff";

interface ChangesPanelProps {
  /** Number of the version compared with. */
  before: number;
  others: readonly number[];
  /** Address of this page. */
  here: string;
  changes: VersionChanges;
}

/** The changes from another version. */
export function VersionChangesPanel({ before, others, here, changes }: ChangesPanelProps) {
  const { settings, system, user, examples } = changes;
  const isSame =
    settings.length === 0 && !system && !user && examples.added.length + examples.removed.length === 0;
  return (
    <Panel
      title={`Changes from version ${before}`}
      actions={others.length > 1 && <VersionLinks others={others} here={here} before={before} />}
    >
      <div className="grid gap-4 text-sm">
        {isSame && <p className="text-muted">Both send the same.</p>}
        {settings.length > 0 && <ChangedSettings settings={settings} />}
        {system && <Lines title="System message" lines={system} />}
        {user && <Lines title="Message" lines={user} />}
        {(["added", "removed"] as const).map(
          (kind) =>
            examples[kind].length > 0 && <ChangedExamples key={kind} kind={kind} examples={examples} />,
        )}
      </div>
    </Panel>
  );
}

/** Links to compare with another version. */
function VersionLinks({ others, here, before }: { others: readonly number[]; here: string; before: number }) {
  return (
    <nav aria-label="Compare with" className="flex flex-wrap gap-2 text-sm">
      {others.map((other) => (
        <Link
          key={other}
          href={`${here}?with=${other}`}
          aria-current={other === before ? "page" : undefined}
          className={clsx(
            "inline-flex min-h-6 min-w-6 items-center justify-center",
            other === before ? "font-medium" : "text-accent hover:underline",
          )}
        >
          v{other}
        </Link>
      ))}
    </nav>
  );
}

function ChangedSettings({ settings }: { settings: VersionChanges["settings"] }) {
  return (
    <ListTable
      bare
      label="Changed settings"
      columns={[{ header: "Setting" }, { header: "Before" }, { header: "Now" }]}
    >
      {settings.map(({ name, before: old, after }) => (
        <tr key={name}>
          <th scope="row" className="text-left font-medium">
            {name}
          </th>
          <td className="wrap-anywhere text-muted">{old}</td>
          <td className="wrap-anywhere">{after}</td>
        </tr>
      ))}
    </ListTable>
  );
}

/** Instructions longer than this are cut. */
const MOST_CHARACTERS = 120;

const beginningOf = (text: string) =>
  text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS).trimEnd()}…` : text;

function ChangedExamples({
  kind,
  examples,
}: {
  kind: "added" | "removed";
  examples: VersionChanges["examples"];
}) {
  return (
    <div>
      <h3 className="font-medium">{kind === "added" ? "Examples added" : "Examples removed"}</h3>
      <ul className="list-disc ps-5">
        {examples[kind].map((example) => (
          <li key={JSON.stringify(example)} className="wrap-anywhere">
            {String(example.value)}: {example.explanation || beginningOf(example.instruction)}
          </li>
        ))}
      </ul>
    </div>
  );
}

const MARKS: Record<DiffLine["kind"], { sign: string; name: string; look: string }> = {
  same: { sign: " ", name: "", look: "" },
  removed: { sign: "−", name: "Removed: ", look: "bg-danger-soft" },
  added: { sign: "+", name: "Added: ", look: "bg-positive-soft" },
};

function Lines({ title, lines }: { title: string; lines: readonly DiffLine[] }) {
  return (
    <div className="grid gap-1">
      <h3 className="font-medium">{title}</h3>
      <ScrollRegion label={`${title}, line by line`} className="max-h-96 rounded-sm bg-sunken p-2 text-xs">
        <ol className="font-mono">
          {lines.map(({ kind, text, before, after }) => (
            <li
              key={`${before} ${after}`}
              className={clsx("flex gap-2 whitespace-pre-wrap wrap-anywhere", MARKS[kind].look)}
            >
              <span aria-hidden="true" className="w-3 shrink-0 text-center">
                {MARKS[kind].sign}
              </span>
              <span className="sr-only">{MARKS[kind].name}</span>
              <span className="min-w-0">{text || " "}</span>
            </li>
          ))}
        </ol>
      </ScrollRegion>
    </div>
  );
}
