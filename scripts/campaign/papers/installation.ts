import type { Page } from "@playwright/test";
import { db } from "@/lib/database/db";
import { importStudyFile } from "@/lib/dataset/import/upload";
import { paperAnswer } from "@/lib/drafting/testing/paper-model";
import { openStub } from "@/lib/llm/testing/stub";
import { makeMember, makeSession } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { makeEndpoint } from "@/testing/builders/runs";
import { startWeb } from "../../start/child-processes.mjs";
import { runCommand } from "../../start/run-command.mjs";
import { findBrowser, thisMachine } from "../../testing/browser.mjs";
import { openBrowser } from "../hands/annotator";
import { letters } from "./study";
import { openWorker } from "./worker";

/**
 * A call, whose usage the model says is always 100 tokens of input, costs a thousandth. Output is free: the room that is
 * reserved for it would be most of a budget.
 */
const PRICE = { model: "model-1", inputMicros: 10_000_000, outputMicros: 0 };

export type Installation = Awaited<ReturnType<typeof openInstallation>>;

/** An installation with a model, a study of pairs, a browser in which its admin is signed in, and a worker that can die. */
export async function openInstallation(
  { pairs, concurrency }: Record<"pairs" | "concurrency", number>,
  { port, modelPort }: Record<"port" | "modelPort", number>,
) {
  const worker = openWorker();
  const stub = await openStub((request) => {
    worker.onRequest();
    return paperAnswer(request);
  }, modelPort);
  const web = startWeb(
    { dev: false, port, host: "127.0.0.1", local: `http://127.0.0.1:${port}` },
    process.env,
    () => {},
  );
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const imported = await importStudyFile(project.id, [Buffer.from(letters(pairs))], { fileName: "l.jsonl" });
  if (!("datasetId" in imported)) throw new Error(imported.failure);
  const endpoint = await makeEndpoint({
    ...{ project, baseUrl: stub.base, name: "Stub", requestsPerMinute: 6000, concurrency },
    embeddingModel: "embedding-1",
  });
  await db.llmPrice.create({ data: { ...PRICE, endpointId: endpoint.id, since: new Date("2026-01-01") } });

  const problems: string[] = [];
  const machine = await thisMachine((command, rest, env) =>
    runCommand(command, rest, { env: { ...process.env, ...env } }),
  );
  const browser = await openBrowser(await findBrowser(machine));
  await Promise.all([web.ready, worker.ready]);

  /** A page on which this person is signed in. What goes wrong in it is a problem of the campaign. */
  const pageOf = async (person: { id: string }): Promise<Page> => {
    const context = await browser.newContext({
      ...{ baseURL: `http://localhost:${port}`, locale: "en-GB", viewport: { width: 1440, height: 900 } },
    });
    await context.addCookies([(await makeSession(person)).cookie]);
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    page.on("pageerror", (error) => problems.push(`${page.url()}: ${error.message}`));
    page.on("response", (answer) => {
      if (answer.status() >= 500) problems.push(`${answer.status()} ${answer.url()}`);
    });
    return page;
  };
  return {
    ...{ project, dataset: imported.datasetId, stub, worker, problems, pageOf },
    page: await pageOf(admin),
    close: async () => {
      await browser.close();
      await worker.stop();
      await web.stop();
      await stub.close();
    },
  };
}
