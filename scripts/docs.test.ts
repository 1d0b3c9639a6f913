import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { CONTENTS_FILE, readChapters, readDocument } from "@/lib/documentation/rules";
import { scripts } from "@/package.json" with { type: "json" };

const DOCS = ["README.md", "CONTRIBUTING.md"]
  .concat(readdirSync("docs", { recursive: true, encoding: "utf8" }).map((file) => `docs/${file}`))
  .filter((file) => file.endsWith(".md"))
  .map((file) => ({ file, text: readFileSync(file, "utf8") }));

/** Scripts that travel in every bundle, under these names. */
const IN_BUNDLES = new Set(
  readdirSync("lib/export/scripts")
    .concat(readdirSync("lib/study/scripts"))
    .map((name) => `scripts/${name}`),
);

/** Commands of npm without a script in package.json. */
const OF_NPM = new Set(["ci", "install", "pack"]);

/** The faults in all documents, each with the name of its document. */
const findIn = (faults: (text: string, file: string) => string[]) =>
  DOCS.flatMap(({ file, text }) => faults(text, file).map((fault) => `${file}: ${fault}`));

const codeIn = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code);

test("every file and folder of the repository that a document names is there", () => {
  const named = /^(?:app|components|docs|e2e|lib|prisma|public|scripts|testing)\/[^`*…<>\s,:{}]*$/;
  const isThere = (name: string) => existsSync(name) || IN_BUNDLES.has(name);
  expect(findIn((text) => codeIn(text).filter((code) => named.test(code) && !isThere(code)))).toEqual([]);
});

test("every file of a journey through the folders is there, also where the end of its path is named", () => {
  const isSource = /^[^*…<>\s]+\.(?:tsx?|mjs|json)$/;
  const named = codeIn(readFileSync("docs/explanation/architecture.md", "utf8")).filter((code) =>
    isSource.test(code),
  );
  const sources = ["app", "components", "e2e", "lib", "scripts", "testing"].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: "utf8" }).map((file) => `/${root}/${file}`),
  );
  const isThere = (name: string) => existsSync(name) || sources.some((source) => source.endsWith(`/${name}`));
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((name) => !isThere(name))).toEqual([]);
});

test("every npm script that a document names is there", () => {
  const nameIn = (code: string) => /^npm (?:run )?([\w:-]+)/.exec(code)?.[1];
  const isUnknown = (name: string | undefined) =>
    name !== undefined && !(name in scripts) && !OF_NPM.has(name);
  const commandsIn = (text: string) => [
    ...codeIn(text),
    ...[...text.matchAll(/^(npm .*)$/gm)].map(([, line = ""]) => line),
  ];
  expect(findIn((text) => commandsIn(text).filter((command) => isUnknown(nameIn(command))))).toEqual([]);
});

test("every command of the command line that a document names is there", () => {
  const known = readFileSync("lib/cli/countersign.ts", "utf8");
  const isUnknown = (code: string) => {
    const [, name] = /^(?:npx )?countersign ([a-z-]+)/.exec(code) ?? [];
    return name !== undefined && !new RegExp(`^  "?${name}"?: \\{`, "m").test(known);
  };
  expect(findIn((text) => codeIn(text).filter(isUnknown))).toEqual([]);
});

test("every link between documents leads somewhere", () => {
  const targetsIn = (text: string) =>
    [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, to = ""]) => to);
  const isBroken = (to: string, file: string) =>
    !/^(?:[a-z]+:|\/)/.test(to) && !existsSync(path.join(path.dirname(file), to));
  expect(findIn((text, file) => targetsIn(text).filter((to) => isBroken(to, file)))).toEqual([]);
});

const DOCUMENTS = new Map(DOCS.map(({ file, text }) => [file, readDocument(file, text)]));
const addresses = new Set([...DOCUMENTS.values()].map(({ path: address }) => `/docs/${address}`));

test("every section that a document links to is there", () => {
  const linksIn = (text: string) =>
    [...text.matchAll(/\]\(([^)#\s]*)#([^)\s]+)\)/g)].map(([, to = "", section = ""]) => ({ to, section }));
  const isMissing = (file: string, to: string, section: string) => {
    const target = to === "" ? file : path.posix.join(path.posix.dirname(file), to);
    const sections = DOCUMENTS.get(target)?.sections;
    return sections !== undefined && !sections.some(({ id }) => id === section);
  };
  expect(
    findIn((text, file) =>
      linksIn(text)
        .filter(({ to, section }) => isMissing(file, to, section))
        .map(({ to, section }) => `${to}#${section}`),
    ),
  ).toEqual([]);
});

test("every document is of one of four kinds, and in the table of contents", () => {
  const contents = DOCUMENTS.get(CONTENTS_FILE);
  const listed = (contents ? readChapters(contents) : []).flatMap(({ pages }) =>
    pages.map((page) => page.path),
  );
  const isListed = (file: string) =>
    file === CONTENTS_FILE ||
    (/^docs\/(?:tutorials|how-to|reference|explanation)\//.test(file) &&
      listed.some((address) => file === `docs/${address}.md` || file.startsWith(`docs/${address}/`))) ||
    file.startsWith("docs/decisions/");
  const unlisted = [...DOCUMENTS.keys()].filter((file) => file.startsWith("docs/") && !isListed(file));
  expect(unlisted, `not in ${CONTENTS_FILE}`).toEqual([]);
});

test("every document that a page of the application links to is there", () => {
  const missing = ["app", "components"].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))
      .flatMap((file) => {
        const text = readFileSync(path.join(root, file), "utf8");
        return [
          ...text.matchAll(/"(\/docs\/(?:tutorials|how-to|reference|explanation)[^"#]*)(?:#([^"]*))?"/g),
        ]
          .filter(([, to = "", section]) => !hasSection(to, section))
          .map(([link]) => `${file}: ${link}`);
      }),
  );
  expect(missing).toEqual([]);
});

/** True if a document has this address, and the section if one is asked for. */
function hasSection(address: string, section: string | undefined): boolean {
  const document = DOCUMENTS.get(`${address.slice(1)}.md`);
  if (!addresses.has(address) || !document) return false;
  return section === undefined || document.sections.some(({ id }) => id === section);
}

test("every test that a document names by its title is there", () => {
  expect(
    findIn((text) =>
      titlesIn(text)
        .filter(({ file, title }) => !hasTest(file, title))
        .map(inWords),
    ),
  ).toEqual([]);
});

interface NamedTest {
  file: string;
  title: string;
}

const inWords = ({ file, title }: NamedTest) => `${file}: ${title}`;

/** Titles in italics after the name of a test file: `a.test.ts`: _one_, _another …_. */
function titlesIn(text: string): NamedTest[] {
  return [...text.matchAll(/`([\w./[\]-]+\.(?:test|spec)\.tsx?)`:([^`|\n]*)/g)].flatMap(
    ([, file = "", titles = ""]) =>
      [...titles.matchAll(/_([^_]+)_/g)].map(([, title = ""]) => ({ file, title })),
  );
}

/** True if a line of the file has the title; an ellipsis stands for anything. */
function hasTest(file: string, title: string): boolean {
  const parts = title.split("…").map((part) => escaped(part.trim()));
  return existsSync(file) && new RegExp(parts.join(".*")).test(readFileSync(file, "utf8"));
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
