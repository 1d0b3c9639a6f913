import { type Output, terminal } from "@/lib/cli/terminal";
import { exportRecord } from "@/lib/dataset/rules/records";
import { nothingRead } from "@/lib/drafting/rules/nothing-read";
import { openFence } from "@/lib/drafting/rules/prompt-template";
import { type CallNote, draftOnce, type Embed } from "@/lib/drafting/rules/run-method";
import { methodFindings, recordsOf, type StudyFileSubject } from "@/lib/drafting/rules/study-file-runs";
import { failureWords } from "@/lib/drafting/rules/wording";
import type { DraftMethod } from "@/lib/drafting/schema";
import { CallFailure } from "@/lib/llm/failure";
import type { CompletionRecord, CompletionRequest } from "@/lib/llm/schema";

interface MethodRunOptions {
  method: DraftMethod;
  params: unknown;
  client: { complete: (request: CompletionRequest) => Promise<CompletionRecord>; embed: Embed };
  model: string;
  /** Becomes part of the ids of its records, where a study has several runs of one method. */
  run?: string;
  /** Gets every call that is made. */
  noted?: CallNote;
  /** Subjects at a time. */
  concurrency: number;
  /** Failures are reported here. */
  output: Output;
}

/** Failures after which every further call would fail the same way. */
const FINAL: readonly string[] = ["unauthorised", "not-found", "refused-address", "redirect"];

/** A method on the subjects of a study file. */
export class MethodRun {
  /** Subjects without a result, which may have one when asked again. */
  failed = 0;
  /** Subjects with complete answers of which nothing could be read. */
  unread = 0;
  #stop: CallFailure | null = null;
  #done = 0;
  readonly #options: MethodRunOptions;

  constructor(options: MethodRunOptions) {
    this.#options = options;
  }

  /** The lines of each subject in order: records of the study, and findings that it has no record for. */
  linesOf(subjects: readonly StudyFileSubject[]): AsyncGenerator<string[]> {
    return inOrder(subjects, this.#options.concurrency, (subject) => this.#draft(subject, subjects.length));
  }

  async #draft(subject: StudyFileSubject, all: number): Promise<string[]> {
    const { method, params, client, model, run, noted, output } = this.#options;
    try {
      if (this.#stop) throw this.#stop;
      const drafted = await draftOnce(method, subject.input, params, openFence, { ...client, noted });
      if (drafted.undecided) {
        this.failed++;
        output.stderr(`${subject.name}: ${failureWords(drafted.undecided)}\n`);
        return [];
      }
      const nothing = nothingRead(drafted);
      if (nothing) {
        this.unread++;
        output.stderr(`${subject.name}: ${failureWords(nothing)}\n`);
      }
      return [
        ...recordsOf(subject, method, { model, params, run }, drafted).map(exportRecord),
        ...methodFindings(subject, method, { model, params, run }, drafted).map((found) =>
          JSON.stringify(found),
        ),
      ];
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      if (FINAL.includes(error.kind)) this.#stop = error;
      this.failed++;
      output.stderr(`${subject.name}: ${error.message}\n`);
      return [];
    } finally {
      this.#done++;
      if (output === terminal && process.stderr.isTTY)
        process.stderr.write(`\r\u001b[K${this.#done} of ${all}`);
    }
  }
}

/** "4 of 6 drafted, 1 could not be read": the number of subjects with a result, and why others have none. */
export function draftedInWords(
  units: number,
  { failed, unread }: Pick<MethodRun, "failed" | "unread">,
): string {
  const unreadable = unread === 0 ? "" : `, ${unread} could not be read`;
  return `${units - failed - unread} of ${units} drafted${unreadable}`;
}

/** The results in the order of the items, with limited concurrency. */
async function* inOrder<T, R>(
  items: readonly T[],
  most: number,
  act: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const ahead: Promise<R>[] = [];
  let next = 0;
  while (next < items.length || ahead.length > 0) {
    while (next < items.length && ahead.length < most) {
      const started = act(items[next++] as T);
      // Awaited in turn; until then a failure must not count as unhandled.
      started.catch(() => {});
      ahead.push(started);
    }
    yield await (ahead.shift() as Promise<R>);
  }
}
