import { createReadStream } from "node:fs";
import { appendFile, writeFile } from "node:fs/promises";
import { BadInput } from "@/lib/cli/bad-input";
import type { Embed } from "@/lib/drafting/rules/run-method";
import { BadCassette, readCassette, taped } from "@/lib/llm/cassette";
import { openModel } from "@/lib/llm/client";
import { checkEndpoint } from "@/lib/llm/endpoint";
import { openWire } from "@/lib/llm/http";
import { type CompletionRecord, Provider } from "@/lib/llm/schema";

/** The options of commands that call a model. */
interface ClientOptions {
  provider: string;
  "base-url"?: string | undefined;
  model?: string | undefined;
  "embedding-model"?: string | undefined;
  "cassette-in"?: string | undefined;
  "cassette-out"?: string | undefined;
  "replay-only"?: boolean | undefined;
  /** New answers are appended to an existing recording; default: the recording begins anew. */
  append?: boolean;
}

/** The endpoint, with recordings before it and a recording behind it. */
export async function openClient(given: ClientOptions) {
  const provider = Provider.safeParse(given.provider);
  if (!provider.success) throw new BadInput(`--provider is one of ${Provider.options.join(", ")}`);
  const base = given["base-url"] ?? process.env.LLM_BASE_URL;
  const model = given.model ?? process.env.LLM_MODEL;
  if (!base || !model) throw new BadInput("say where the model answers: --base-url and --model");
  const embeddingModel = given["embedding-model"];
  if (embeddingModel && given["replay-only"]) {
    throw new BadInput("--embedding-model: vectors are not recorded, so there are none to replay");
  }
  // An address typed by the user is allowed.
  const allowed = URL.canParse(base) ? [new URL(base).origin] : [];
  const check = checkEndpoint(base, allowed);
  if (!check.ok) throw new BadInput(`--base-url: ${check.reason}`);
  const recorded = given["cassette-in"] ? await readRecording(given["cassette-in"]) : new Map();
  const out = given["cassette-out"];
  if (out && !given.append) await writeFile(out, "", { mode: 0o600 });
  const wire = openWire({ base, allowed });
  const common = { provider: provider.data, base, model, ...(embeddingModel && { embeddingModel }) };
  let written: Promise<void> = Promise.resolve();
  const client = taped({
    ...common,
    recorded,
    client: given["replay-only"]
      ? null
      : openModel({ ...common, apiKey: process.env.LLM_API_KEY || null, wire }),
    ...(out && {
      keep: (line) => {
        written = written.then(() => appendFile(out, `${JSON.stringify(line)}\n`));
      },
    }),
  });
  const close = async () => {
    await written;
    await wire.close();
  };
  const embed: Embed = async (texts) =>
    embeddingModel && texts.length > 0 ? client.embed([...texts]) : null;
  return { client: { complete: client.complete.bind(client), embed }, model, close };
}

async function readRecording(file: string): Promise<Map<string, CompletionRecord>> {
  try {
    return await readCassette(createReadStream(file));
  } catch (error) {
    if (error instanceof BadCassette) throw new BadInput(`${file}, ${error.message}`);
    if (error instanceof Error && "code" in error)
      throw new BadInput(`${file} cannot be read (${error.code})`);
    throw error;
  }
}
