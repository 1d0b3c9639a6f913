import type { Manifest, ManifestBatch, PartKind } from "@/lib/study/schema";

/** The files of a frozen version whose lines are hashed, in the folder of their source. */
export const FILES = ["design", "study", "drafting", "answers", "tables", "card", "public-labels"] as const;
type FileName = (typeof FILES)[number];

/** The folder of a batch or an imported study, by its position in the manifest. */
type BatchLocation = Pick<ManifestBatch, "batch" | "imported">;

export function folderOf({ batch, imported }: BatchLocation): string {
  return `${imported ? "study" : "batch"}-${batch}`;
}

export function fileOf(placed: BatchLocation, file: FileName): string {
  return `${folderOf(placed)}/${file}.jsonl`;
}

/** The part that a line belongs to: that of one person, or the part without a person. */
interface LineOwner {
  kind: PartKind;
  rater: string | null;
}

/**
 * The part that a line of a file belongs to. A part of labels is one rater's: a person or an adjudicator with
 * the same pseudonym. Null for a line that is not a record, or lacks a required rater; a line that is not
 * text is null.
 */
export function ownerOf(file: Exclude<FileName, "public-labels">, line: string | null): LineOwner | null {
  const record = line === null ? null : recordIn(line);
  if (!record) return null;
  if (file === "design" || file === "drafting" || file === "tables" || file === "card")
    return { kind: file, rater: null };
  const { type, rater, raterKind } = record;
  const isAnswer = type === "judgement" || type === "decision";
  const persons = raterKind === "human" || raterKind === "adjudicator";
  if (file === "study" && !(isAnswer && persons)) return { kind: "material", rater: null };
  if (typeof rater !== "string") return null;
  return { kind: file === "study" ? "labels" : "answers", rater };
}

function recordIn(line: string): { type?: unknown; rater?: unknown; raterKind?: unknown } | null {
  try {
    const record: unknown = JSON.parse(line);
    return typeof record === "object" && record !== null && !Array.isArray(record) ? record : null;
  } catch {
    return null;
  }
}

export function studyReadme({ title, version, frozenAt, batches }: Manifest): string {
  return `# ${title.replace(/\s+/g, " ")}, version ${version}

Frozen by Countersign at ${frozenAt}. What is here was kept then; nothing of it was read from later data.

| file | what it is |
|---|---|
| \`manifest.json\` | what the version consists of, with hashes; its own SHA-256 is the version's |
| \`erased.json\` | parts from which something was removed because a person was erased; usually empty |
${batches.map((one) => `| \`${folderOf(one)}/\` | ${one.name.replace(/[\s|]+/g, " ")} |`).join("\n")}
| \`…/design.jsonl\` | protocol, arms, exposures, seed, guidelines, rubrics in their versions; of a study that was imported its source, file and rubrics |
| \`…/study.jsonl\` | tasks, responses, rubrics, drafts, judgements and decisions: a study file that can be imported |
| \`…/drafting.jsonl\` | how its drafts were made, where a run made them: method, parameters, model, every prompt and answer |
| \`…/answers.jsonl\` | labels and answers of the steps that study files have no records for, where there are any |
| \`…/tables.jsonl\`, \`…/tables/\` | the tables of the report; each also as CSV |
| \`…/card.jsonl\`, \`…/public-labels.jsonl\` | what a public card of this version shows |
| \`scripts/verify.py\` | checks all of it against the manifest, with Python's standard library |

Raters appear under the project's pseudonyms. Free text may still identify somebody: read it before you pass it on.

## Checking

    python3 scripts/verify.py
    countersign verify-study FILE.zip

A line is hashed as it stands, without its line break: SHA-256 of its UTF-8. A part is the SHA-256 of the hashes of its
lines, 32 bytes each, sorted and put one after the other; so the order of lines means nothing. A part of kind \`labels\`
is the lines of one rater, of \`material\` the other lines of \`study.jsonl\`; in \`public-labels.jsonl\` an empty line
stands between two people. \`configuration\` is the same over the hashes of the parts of kind \`design\`, \`data\` over
those of \`material\`, \`drafting\`, \`labels\` and \`answers\`. The CSV of a table is made from its line in \`tables.jsonl\` again and
compared. Nothing vouches for this text and the script, nor for files that were put beside: both checks name them.
`;
}
