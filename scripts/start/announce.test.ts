import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { announcement } from "./announce.mjs";

const signIns = [
  { role: "admin", email: "admin@demo.example", password: "secret-of-the-admin" },
  { role: "annotator", email: "annotator@demo.example", password: "secret-of-the-annotator" },
  { role: "annotator", email: "second@demo.example", password: "secret-of-the-second" },
];
const about = { address: "http://localhost:3000", signIns, file: "demo-sign-ins.json", link: null };

describe("passwords of the demo", () => {
  test("are printed to a terminal, one for each role", () => {
    const words = announcement({ ...about, isTerminal: true });
    expect(words).toContain("http://localhost:3000");
    expect(words).toMatch(/admin +admin@demo\.example +secret-of-the-admin/);
    expect(words).toMatch(/annotator +annotator@demo\.example +secret-of-the-annotator/);
    expect(words).not.toContain("second@demo.example");
  });

  test("are printed nowhere else: a log gets the path of their file", () => {
    const words = announcement({ ...about, isTerminal: false });
    expect(words).toContain("http://localhost:3000");
    expect(words).toContain(path.join(".data", "demo-sign-ins.json"));
    for (const { email, password } of signIns) {
      expect(words).not.toContain(password);
      expect(words).not.toContain(email);
    }
  });

  test("are in no other line of the start", () => {
    const folder = import.meta.dirname;
    const others = readdirSync(folder).filter(
      (name) => /\.(mjs|ts)$/.test(name) && !/\.test\.ts$|^announce\.mjs$/.test(name),
    );
    expect(others).toContain("start.mjs");
    for (const name of others)
      for (const line of readFileSync(path.join(folder, name), "utf8").split("\n"))
        if (/console\.|process\.std(out|err)\.write/.test(line) && !line.includes("announcement("))
          expect(line).not.toMatch(/password|signIn/i);
  });
});

test("without a demo only the first admin's link is printed", () => {
  const link = "http://localhost:3000/first#once";
  const words = announcement({ ...about, signIns: [], link, isTerminal: false });
  expect(words).not.toContain("sign-ins");
  expect(words).toContain(link);
});
