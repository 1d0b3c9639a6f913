import { Banner } from "@/components/ui/banner";
import { formatCount, formatQuantity } from "@/components/ui/format";
import type { LiveDifference, VersionChange } from "@/lib/study/schema";

/** Differences between live and frozen data, as sentences; empty if there are none. */
function wordsOf({ now, frozen, imported }: LiveDifference): string[] {
  if (!now) return [imported ? "The imported study is gone." : "The batch is gone."];
  if (!now.data && !now.design) return [];
  const countChange = (what: keyof LiveDifference["frozen"], one: string, many?: string) =>
    now[what] === frozen[what]
      ? []
      : [`${formatQuantity(now[what], one, many)} instead of ${formatCount(frozen[what])}.`];
  const counted = [
    ...countChange("judgements", "judgement"),
    ...countChange("decisions", "decision on items", "decisions on items"),
    ...countChange("labellings", "labelling"),
    ...countChange("people", "person", "people"),
    ...(now.since > 0 ? [`${formatQuantity(now.since, "assignment")} submitted since.`] : []),
  ];
  return [
    ...(now.design ? [imported ? "Its description has changed." : "The design has changed."] : []),
    ...counted,
    ...(now.data && counted.length === 0
      ? [
          imported
            ? "There are new drafts, or gold values have changed."
            : "Values, or the records they are about, have changed.",
        ]
      : []),
  ];
}

/** The live data compared with the newest frozen version. */
export function Differences({ live, version }: { live: readonly LiveDifference[]; version: number }) {
  const changed = live.flatMap((source) => {
    const words = wordsOf(source);
    return words.length > 0 ? [{ ...source, words }] : [];
  });
  if (changed.length === 0)
    return <p className="text-sm text-muted">The data are what version {version} has.</p>;
  return (
    <Banner tone="warning" title={`The data are no longer what version ${version} has`}>
      <ul className="grid gap-0.5">
        {changed.map(({ id, name, words }) => (
          <li key={id}>
            <bdi className="font-medium">{name}</bdi>: {words.join(" ")}
          </li>
        ))}
      </ul>
      <p className="pt-1 text-muted">
        The version stays as it is. Freeze the next one to keep the present data.
      </p>
    </Banner>
  );
}

/** Changes of a version since the one before, in one line. */
export function changeWords({ added, dropped, design, material, numbers, people }: VersionChange): string {
  const of = (what: string, names: string[]) => (names.length > 0 ? [`${what}: ${names.join(", ")}`] : []);
  const persons = [
    ...(people.changed > 0 ? [`${formatCount(people.changed)} changed`] : []),
    ...(people.came > 0 ? [`${formatCount(people.came)} came`] : []),
    ...(people.went > 0 ? [`${formatCount(people.went)} went`] : []),
  ];
  const parts = [
    ...of("New", added),
    ...of("Left out", dropped),
    ...of("Other design", design),
    ...of("Other tasks, responses, rubrics or drafts", material),
    ...(persons.length > 0 ? [`Labels of people: ${persons.join(", ")}`] : []),
    ...of("Other numbers", numbers),
  ];
  return parts.length > 0 ? `${parts.join(". ")}.` : "Nothing but the title or the notes.";
}
