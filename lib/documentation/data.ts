import "server-only";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { CONTENTS_FILE, readChapters, readDocument } from "@/lib/documentation/rules";
import type { Chapter, Document } from "@/lib/documentation/schema";

interface Documentation {
  /** By path, in the order of the table of contents; what it does not list comes last. */
  documents: ReadonlyMap<string, Document>;
  chapters: readonly Chapter[];
}

/** Read once: the files change only while the application is developed. */
let read: Promise<Documentation> | undefined;

/** All documents. They come with the application; nothing is fetched. */
export function readDocumentation(): Promise<Documentation> {
  if (read && process.env.NODE_ENV !== "development") return read;
  read = readFiles();
  read.catch(() => {
    read = undefined;
  });
  return read;
}

async function readFiles(): Promise<Documentation> {
  const names = await readdir(path.join(process.cwd(), "docs"), { recursive: true });
  const documents = await Promise.all(
    names
      .filter((name) => /\.md$/.test(name))
      .sort()
      .map(async (name) => {
        const source = await readFile(path.join(process.cwd(), "docs", name), "utf8");
        return readDocument(`docs/${name.replaceAll(path.sep, "/")}`, source);
      }),
  );
  const contents = documents.find(({ file }) => file === CONTENTS_FILE);
  const chapters = contents ? readChapters(contents) : [];
  const listed = chapters.flatMap(({ pages }) => pages.map((page) => page.path));
  const position = ({ path }: Document) => (listed.includes(path) ? listed.indexOf(path) : listed.length);
  const ordered = documents.toSorted((a, b) => position(a) - position(b));
  return { documents: new Map(ordered.map((document) => [document.path, document])), chapters };
}

const SCREENSHOT = /^[\w-]+(?:\/[\w-]+)*\.png$/;

/** A picture of `docs/screenshots`; null if there is none of this name. */
export async function readScreenshot(name: string): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!SCREENSHOT.test(name)) return null;
  try {
    return new Uint8Array(await readFile(path.join(process.cwd(), "docs/screenshots", name)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
