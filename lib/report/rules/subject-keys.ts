import type { ReportJudgement } from "@/lib/report/schema/study";
import { PackedColumn } from "./bit-packed-column";
import { DictionaryColumn, NONE } from "./growable-columns";
import { TupleIndex } from "./tuple-index";

type About = Pick<ReportJudgement, "task" | "item" | "response" | "pair">;

/** The subjects of judgements and drafts, by number: many share one, so each is stored once. */
export class Abouts {
  private readonly words = new DictionaryColumn<string>();
  /** By the codes of task, item, response, and the two of a pair. */
  private readonly numbers = new TupleIndex(5);
  private readonly key = new Int32Array(5);
  /** The items under their resolved names. */
  private found: PackedColumn | null = null;

  of({ task, item, response, pair }: About): number {
    const { words, key } = this;
    const code = (word: string | null | undefined) => (word == null ? NONE : words.of(word));
    key[0] = words.of(task);
    key[1] = words.of(item);
    key[2] = code(response);
    key[3] = code(pair?.[0]);
    key[4] = code(pair?.[1]);
    return this.numbers.of(key);
  }

  /** Resolves the names of items; null leaves one unchanged. Call once, when all records are added. */
  findItems(find: (task: string, item: string) => string | null): void {
    const found = new PackedColumn();
    for (let about = 0; about < this.numbers.size; about++) {
      const item = this.word(about, 1) as string;
      found.push(this.words.of(find(this.task(about), item) ?? item));
    }
    this.found = found;
    this.numbers.close();
    this.words.close();
  }

  task(about: number): string {
    return this.word(about, 0) as string;
  }

  item(about: number): string {
    return this.words.list[this.found?.at(about) ?? this.numbers.part(about, 1)] as string;
  }

  response(about: number): string | null {
    return this.word(about, 2);
  }

  pair(about: number): readonly [string, string] | null {
    const first = this.word(about, 3);
    return first === null ? null : [first, this.word(about, 4) as string];
  }

  private word(about: number, part: number): string | null {
    return this.words.list[this.numbers.part(about, part)] ?? null;
  }
}
