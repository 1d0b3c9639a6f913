import { escapeLatex } from "@/lib/report/rules/render/latex";

/** The cited version. */
interface Cited {
  title: string;
  authors: string;
  version: number;
  frozenAt: string;
  sha256: string;
  url: string;
}

/** A reference in one line. */
export function citation({ title, authors, version, frozenAt, sha256, url }: Cited): string {
  const day = frozenAt.slice(0, 10);
  const who = authors === "" ? "" : `${authors.replace(/\.+$/, "")}. `;
  return `${who}(${day.slice(0, 4)}). ${title}, version ${version}, frozen ${day}. Countersign. ${url}. SHA-256 ${sha256}.`;
}

/** The citation in BibTeX. */
export function bibtex({ title, authors, version, frozenAt, sha256, url }: Cited): string {
  const people = authors.split(";").map((author) => author.trim());
  const fields = [
    ...(authors === "" ? [] : [["author", people.map((name) => `{${escapeLatex(name)}}`).join(" and ")]]),
    ["title", `{${escapeLatex(title)}}`],
    ["year", frozenAt.slice(0, 4)],
    ["version", String(version)],
    ["howpublished", "Countersign"],
    ["url", url],
    ["note", `Frozen ${frozenAt.slice(0, 10)}, SHA-256 ${sha256}`],
  ];
  const lines = fields.map(([name, value]) => `  ${name} = {${value}}`);
  return `@misc{countersign-${sha256.slice(0, 8)},\n${lines.join(",\n")}\n}\n`;
}
