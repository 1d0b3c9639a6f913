import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const compress = promisify(brotliCompress);

/**
 * Writes a brotli-compressed copy beside every script and style sheet of a build, which would take too long
 * per request. `next.config.ts` serves them to browsers that accept it.
 * @param {string} folder
 */
export async function compressBuild(folder) {
  const files = await readdir(folder, { recursive: true });
  await Promise.all(
    files
      .filter((name) => /\.(js|css)$/.test(name))
      .map(async (name) => {
        const file = path.join(folder, name);
        const content = await readFile(file);
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        };
        await writeFile(`${file}.br`, await compress(content, { params }));
      }),
  );
}
