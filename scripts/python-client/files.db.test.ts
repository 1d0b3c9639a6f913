import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { describeInstallation } from "@/app/api/describe";
import { PYTHON_CLIENT_FOLDER, pythonClientFiles } from "./files";

test("the generated modules of the Python client are those of the current API: npm run python-client", async () => {
  for (const [name, text] of Object.entries(pythonClientFiles(await describeInstallation())))
    expect(readFileSync(path.join(PYTHON_CLIENT_FOLDER, name), "utf8") === text, name).toBe(true);
});
