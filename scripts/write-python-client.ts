import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { PYTHON_CLIENT_FOLDER, pythonClientFiles } from "./python-client/files";

// npm run python-client: writes the generated modules of the Python client. The routes load only in a configured
// application; nothing connects to this database.
process.env.DATABASE_URL ??= "postgresql://127.0.0.1:1/none";
process.env.APP_URL ??= "http://localhost:3000";
for (const secret of ["NEXTAUTH_SECRET", "LLM_KEY_SECRET"])
  process.env[secret] ??= randomBytes(48).toString("base64url");

async function write(): Promise<void> {
  const { describeInstallation } = await import("@/app/api/describe");
  const files = pythonClientFiles(await describeInstallation());
  await mkdir(PYTHON_CLIENT_FOLDER, { recursive: true });
  for (const [name, text] of Object.entries(files))
    await writeFile(path.join(PYTHON_CLIENT_FOLDER, name), text);
  process.exit(0);
}

write();
