import "server-only";
import { type FileHandle, open, rm } from "node:fs/promises";
import path from "node:path";
import { makeTemporaryFolder } from "@/lib/duckdb/temporary-folder";

/** Rows on disk that are read again by their number, while only their offsets are in memory. */
export class RowFile {
  readonly #folder: string;
  readonly #file: FileHandle;
  /** The offset of each row; the last one is the end of the file. */
  readonly #offsets: number[] = [0];

  private constructor(folder: string, file: FileHandle) {
    this.#folder = folder;
    this.#file = file;
  }

  static async open(): Promise<RowFile> {
    const folder = await makeTemporaryFolder();
    return new RowFile(folder, await open(path.join(folder, "rows"), "w+"));
  }

  async append(rows: readonly object[]): Promise<void> {
    if (rows.length === 0) return;
    const texts = rows.map((row) => Buffer.from(JSON.stringify(row)));
    let end = this.#end;
    await this.#file.write(Buffer.concat(texts), 0, undefined, end);
    for (const { length } of texts) {
      end += length;
      this.#offsets.push(end);
    }
  }

  async read(row: number): Promise<object> {
    const [from, to] = [this.#offsets[row], this.#offsets[row + 1]];
    if (from === undefined || to === undefined) throw new Error(`there is no row ${row}`);
    const { buffer } = await this.#file.read(Buffer.alloc(to - from), 0, to - from, from);
    return JSON.parse(buffer.toString());
  }

  async remove(): Promise<void> {
    await this.#file.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  get #end(): number {
    return this.#offsets.at(-1) ?? 0;
  }
}
