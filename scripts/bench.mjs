// `npm run bench` measures everything under scripts/bench, `npm run bench -- agreement` one file of it.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = new URL("./bench/", import.meta.url);
const all = readdirSync(folder)
  .filter((file) => file.endsWith(".ts"))
  .map((file) => file.slice(0, -3));
const names = process.argv.slice(2);
const unknown = names.find((name) => !all.includes(name));
if (unknown) {
  console.error(`There is no benchmark "${unknown}"; there are ${all.join(", ")}.`);
  process.exit(2);
}
for (const name of names.length > 0 ? names : all) {
  const file = fileURLToPath(new URL(`${name}.ts`, folder));
  const args = ["--conditions=react-server", "--import", "tsx", file];
  const { status } = spawnSync(process.execPath, args, { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
