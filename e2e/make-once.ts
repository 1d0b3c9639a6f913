import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "@/e2e/fixtures";

/**
 * Makes something expensive once in a run of the browser tests, however many of their processes need it: the
 * first to ask makes it, the others wait for it.
 * @param name of its file in the run's own folder
 * @param make its result is plain data
 */
export async function makeOnce<T>(name: string, make: () => Promise<T>): Promise<T> {
  const folder = test.info().project.outputDir;
  const file = path.join(folder, `${name}.json`);
  await mkdir(folder, { recursive: true });
  const isFirst = await mkdir(path.join(folder, `${name}.begun`)).then(
    () => true,
    () => false,
  );
  if (isFirst) {
    const result = await make().then(
      (made) => ({ made }),
      (error) => ({ failed: String(error) }),
    );
    await writeFile(`${file}.part`, JSON.stringify(result));
    await rename(`${file}.part`, file);
  }
  await expect.poll(() => readFile(file, "utf8").catch(() => ""), { timeout: 300_000 }).not.toBe("");
  const result: { made: T } | { failed: string } = JSON.parse(await readFile(file, "utf8"));
  if ("failed" in result) throw new Error(`${name} could not be made: ${result.failed}`);
  return result.made;
}
