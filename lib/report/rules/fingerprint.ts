import { createHash } from "node:crypto";
import type { StudyData } from "@/lib/report/schema";
import { compare } from "./units";

/**
 * A hash of everything a report is made from: the same for the same records in any order, another as soon as one of
 * them says something else. The name of the study is no part of it.
 */
export function fingerprint(study: StudyData): string {
  const hash = createHash("sha256");
  const parts: [name: string, records: readonly object[]][] = [
    ["responses", sorted(study.responses, ({ id }) => id)],
    ["items", sorted(study.items, ({ key }) => key)],
    ["drafts", sorted(study.drafts, ({ id }) => id)],
    ["judgements", sorted(study.judgements, ({ id }) => id)],
    ["decisions", sorted(study.decisions, ({ id }) => id)],
  ];
  hash.update(JSON.stringify(["tasks", study.tasks]));
  for (const [name, records] of parts) {
    hash.update(`\n${name}\n`);
    for (const record of records) hash.update(`${JSON.stringify(record, initialToo)}\n`);
  }
  return `sha256:${hash.digest("hex")}`;
}

/** A judgement that was never revealed (undefined) is not one revealed before there was a value (null). */
function initialToo(key: string, value: unknown): unknown {
  return key === "initial" && value === undefined ? "never" : value;
}

function sorted<T>(records: readonly T[], by: (record: T) => string): T[] {
  return [...records].sort((a, b) => compare(by(a), by(b)));
}
