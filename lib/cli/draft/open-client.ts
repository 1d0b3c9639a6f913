import { createReadStream } from "node:fs";
import { appendFile, writeFile } from "node:fs/promises";
import type { Readable } from "node:stream";
import { BadInput } from "@/lib/cli/bad-input";
import type { Embed } from "@/lib/drafting/rules/run-method";
import {
  BadCassette,
  cassetteHeading,
  type RecordedModel,
  readCassette,
  recordedModel,
  withCassette,
} from "@/lib/llm/cassette";
import { type ModelClient, openModel } from "@/lib/llm/client";
import { checkEndpoint } from "@/lib/llm/endpoint";
import { openWire } from "@/lib/llm/http";
import { type CompletionRecord, Provider } from "@/lib/llm/schema";

/** The options of commands that call a model. */
interface ModelOptions {
  provider: string;
  "base-url"?: string | undefined;
  model?: string | undefined;
  "cassette-in"?: string | undefined;
  "replay-only"?: boolean | undefined;
}

/** The model that a command works with; `isAsked` false: its answers are only replayed. */
export interface ChosenModel extends RecordedModel {
  isAsked: boolean;
}

/**
 * The model that the options name. Where they name none it is that of the recording, which is then replayed and not
 * asked.
 */
export async function chosenModel(given: ModelOptions): Promise<ChosenModel> {
  const provider = Provider.safeParse(given.provider);
  if (!provider.success) throw new BadInput(`--provider is one of ${Provider.options.join(", ")}`);
  const base = given["base-url"] ?? process.env.LLM_BASE_URL;
  const model = given.model ?? process.env.LLM_MODEL;
  if (base && model) {
    // An address typed by the user is allowed.
    const check = checkEndpoint(base, originsOf(base));
    if (!check.ok) throw new BadInput(`--base-url: ${check.reason}`);
    return { provider: provider.data, base, model, isAsked: !given["replay-only"] };
  }
  const recording = given["cassette-in"];
  const recorded = recording && !base && !model ? await readable(recording, recordedModel) : null;
  if (recorded) return { ...recorded, isAsked: false };
  throw new BadInput("say where the model answers: --base-url and --model");
}

const originsOf = (base: string) => (URL.canParse(base) ? [new URL(base).origin] : []);

interface ClientOptions {
  embeddingModel?: string | undefined;
  /** Recordings to answer from; of two answers to one call the later one's is taken. */
  recordings: readonly string[];
  /** New answers are appended to this recording. */
  out?: string | undefined;
  /** Stands before the model: replayed answers do not pass it. */
  limited?: (model: ModelClient) => ModelClient;
}

/** The model, with recordings before it and a recording behind it. */
export async function openClient(
  { isAsked, ...of }: ChosenModel,
  { embeddingModel, recordings, out, limited = (model) => model }: ClientOptions,
) {
  if (embeddingModel && !isAsked) {
    throw new BadInput("--embedding-model: vectors are not recorded, so there are none to replay");
  }
  const recorded = new Map<string, CompletionRecord>();
  for (const file of recordings)
    for (const [key, record] of await readable(file, readCassette)) recorded.set(key, record);
  const wire = openWire({ base: of.base, allowed: originsOf(of.base) });
  const common = { ...of, ...(embeddingModel && { embeddingModel }) };
  let written: Promise<void> = Promise.resolve();
  const client = withCassette({
    ...of,
    recorded,
    client: isAsked ? limited(openModel({ ...common, apiKey: process.env.LLM_API_KEY || null, wire })) : null,
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
  return { client: { complete: client.complete.bind(client), embed }, close };
}

/** Begins a recording; whatever the file held is gone. */
export async function beginRecording(file: string, of: RecordedModel): Promise<void> {
  await writeFile(file, cassetteHeading(of), { mode: 0o600 });
}

async function readable<T>(file: string, read: (input: Readable) => Promise<T>): Promise<T> {
  try {
    return await read(createReadStream(file));
  } catch (error) {
    if (error instanceof BadCassette) throw new BadInput(`${file}, ${error.message}`);
    if (error instanceof Error && "code" in error)
      throw new BadInput(`${file} cannot be read (${error.code})`);
    throw error;
  }
}
