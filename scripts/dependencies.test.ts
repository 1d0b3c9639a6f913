import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { dependencies, devDependencies } from "@/package.json" with { type: "json" };

/** Packages that no file of ours imports, with the reason why they are needed. */
const NEVER_IMPORTED: Readonly<Record<string, string>> = {
  "@prisma/client": "imported by the generated client",
  "@types/node": "types of Node",
  "@types/nodemailer": "types of nodemailer",
  "@types/oidc-provider": "types of oidc-provider",
  "@types/pg": "types of pg",
  "@types/react": "types of React",
  "@types/react-dom": "types of React",
  "@types/smtp-server": "types of smtp-server",
};

/** Folders and files that the installed application does not run. */
const DEVELOPMENT =
  /\.(test|spec)\.tsx?$|\/testing\/|^(testing|e2e|scripts)\/|^(vitest|playwright)\.config\.ts$/;

const files = ["app", "components", "e2e", "lib", "prisma", "scripts", "testing"]
  .flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: "utf8" }).map((file) => path.posix.join(root, file)),
  )
  .concat(readdirSync("."))
  .filter((file) => /\.(tsx?|mjs|css)$/.test(file) && !file.startsWith("prisma/generated/"))
  .filter((file) => file !== "scripts/dependencies.test.ts");
const texts = files.map((file) => ({ file, text: readFileSync(file, "utf8") }));

/** The files with a text that matches, where NAME stands for the package or a module of it. */
function filesWith(pattern: string, name: string): string[] {
  const regex = new RegExp(pattern.replace("NAME", `["'\`]${name}(?:/[^"'\`]*)?["'\`]`));
  return texts.filter(({ text }) => regex.test(text)).map(({ file }) => file);
}

/** Imports and, for programs that are started by their path, names in quotation marks. */
const filesNaming = (name: string) => [
  ...filesWith("NAME", name),
  ...filesWith(`["'\`]node_modules/${name}/`, name),
];
const filesImporting = (name: string) => filesWith("(?:from |import |import\\()NAME", name);

test("every package is used, or listed with the reason why it is needed", () => {
  const names = Object.keys({ ...dependencies, ...devDependencies });
  expect(names.filter((name) => !(name in NEVER_IMPORTED) && filesNaming(name).length === 0)).toEqual([]);
});

test("a package that only tests import is a development dependency", () => {
  const isOfTests = (name: string) => {
    const naming = filesNaming(name);
    return naming.length > 0 && naming.every((file) => /\.(test|spec)\.tsx?$|\/testing\//.test(file));
  };
  expect(Object.keys(dependencies).filter(isOfTests)).toEqual([]);
});

test("the application imports no development dependency", () => {
  const imported = Object.keys(devDependencies).flatMap((name) =>
    filesImporting(name)
      .filter((file) => !DEVELOPMENT.test(file))
      .map((file) => `${file}: ${name}`),
  );
  expect(imported).toEqual([]);
});
