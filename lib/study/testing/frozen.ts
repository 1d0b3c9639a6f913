import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, type TestContext } from "vitest";
import { verifyStudy } from "@/lib/cli/verify-study";
import { runScript } from "@/lib/export/testing/recompute";
import { unzip } from "@/lib/formats/unzip";
import { openFrozen } from "@/lib/study/data/bundle";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { makeClosedBatch } from "@/testing/builders/submissions";

/** Two annotators who have judged, with a researcher and an admin of their project. */
export async function makeStudyFixture() {
  const project = await makeProject();
  const people = [
    await makeMember("annotator", { project }),
    await makeMember("annotator", { project }),
  ] as const;
  const researcher = await makeMember("researcher", { project });
  const admin = await makeMember("admin", { project });
  const batch = await makeClosedBatch({ people });
  return { project, people, researcher, admin, batch };
}

interface Made {
  id: string;
  versionId: string;
}

export const named = ({ id, versionId }: Made) => ({ study: id, version: versionId });

export async function filesOf(actor: Parameters<typeof openFrozen>[0], study: Made) {
  const opened = await openFrozen(actor, named(study));
  if (!opened || "refused" in opened) throw new Error("there is no such version");
  const pieces: Uint8Array[] = [];
  for await (const piece of opened.body) pieces.push(piece);
  return unzip(Buffer.concat(pieces));
}

export async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const piece of pieces) text += piece;
  return text;
}

/**
 * The result of the command line for an archive's files. The script inside must agree, if Python is
 * installed.
 */
export async function verified(files: ReadonlyMap<string, Buffer>, annotate: TestContext["annotate"]) {
  const folder = mkdtempSync(path.join(tmpdir(), "countersign-study-"));
  let out = "";
  const write = (text: string) => {
    out += text;
  };
  try {
    for (const [name, bytes] of files) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), bytes);
    }
    const code = await verifyStudy([folder], { stdout: write, stderr: write });
    const python = await runScript(files, "python3", ["verify.py"]);
    if (python) expect(python).toEqual({ code, out, words: "" });
    else await annotate("python3 is not on the PATH: the script of the archive was NOT run.", "warning");
    return { code, out };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
