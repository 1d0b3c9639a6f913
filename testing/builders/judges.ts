import { randomUUID } from "node:crypto";
import { startingPoint } from "@/lib/drafting/rules/judge/starting-points";
import type { JudgeSpec } from "@/lib/drafting/schema/judges";
import { createVersion } from "@/lib/judge/data/add-version";
import { createJudge } from "@/lib/judge/data/judges";
import { NewJudge, NewJudgeVersion } from "@/lib/judge/schema/judges";
import { makeMember } from "@/testing/builders/people";
import { makeEndpoint } from "@/testing/builders/runs";

/** A judge with its first version, from a starting point with the changes of `spec`. */
export async function makeJudge({
  project,
  endpoint,
  origin = "plain.response",
  name = `Judge ${randomUUID().slice(0, 8)}`,
  spec,
}: {
  project: { id: string };
  endpoint?: { id: string };
  origin?: string;
  name?: string;
  spec?: Partial<JudgeSpec>;
}) {
  const admin = await makeMember("admin", { project });
  const of = endpoint ?? (await makeEndpoint({ project }));
  const start = startingPoint(origin);
  const made = await createJudge(
    admin.actor,
    project.id,
    NewJudge.parse({ name, origin, endpoint: of.id, ...(spec && { spec: { ...start?.spec, ...spec } }) }),
  );
  if (!made || "refused" in made) throw new Error(`no judge was made: ${JSON.stringify(made)}`);
  return { ...made, version: made.versions[0]?.id ?? "", endpoint: of.id, projectId: project.id, admin };
}

/** A further version of a judge. */
export async function makeJudgeVersion(
  judge: Pick<Awaited<ReturnType<typeof makeJudge>>, "id" | "admin" | "endpoint">,
  parent: string,
  spec: JudgeSpec,
) {
  const made = await createVersion(
    judge.admin.actor,
    judge.id,
    NewJudgeVersion.parse({ parent, spec, endpoint: judge.endpoint }),
  );
  if (!made || "refused" in made) throw new Error(`no version was made: ${JSON.stringify(made)}`);
  return made;
}
