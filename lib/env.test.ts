import { expect, test } from "vitest";
import { BadEnvironment, parseEnvironment } from "@/lib/env";

const good = {
  DATABASE_URL: "postgresql://someone:word@db.internal:5432/countersign",
  NEXTAUTH_SECRET: "q8Zr0vYkT2mXw5LhN9sJc4BfD7gPaE1uRiOo6tHy",
  APP_URL: "https://countersign.uni.edu",
};

function problems(changes: Record<string, string | undefined>) {
  try {
    parseEnvironment({ ...good, ...changes });
    return [];
  } catch (error) {
    if (error instanceof BadEnvironment) return error.problems;
    throw error;
  }
}

test("a complete environment is taken, other variables aside", () => {
  expect(parseEnvironment({ ...good, HOME: "/home/someone" })).toEqual({
    ...good,
    TRUST_PROXY: 0,
    WEB_PROCESSES: 1,
    LLM_ALLOWED_ORIGINS: [],
    WEBHOOK_ALLOWED_ORIGINS: [],
    LLM_KEY_SECRET: [],
  });
});

test("origins of models are listed exactly, and secrets for keys are strong", () => {
  const changes = {
    LLM_ALLOWED_ORIGINS: "http://127.0.0.1:11434, https://models.uni.edu",
    LLM_KEY_SECRET: `${good.NEXTAUTH_SECRET} ${good.NEXTAUTH_SECRET.toLowerCase()}`,
  };
  expect(parseEnvironment({ ...good, ...changes })).toMatchObject({
    LLM_ALLOWED_ORIGINS: ["http://127.0.0.1:11434", "https://models.uni.edu"],
    LLM_KEY_SECRET: [good.NEXTAUTH_SECRET, good.NEXTAUTH_SECRET.toLowerCase()],
  });
  expect(problems({ LLM_ALLOWED_ORIGINS: "http://127.0.0.1:11434/v1" })).toEqual([
    expect.stringMatching(/^LLM_ALLOWED_ORIGINS lists origins/),
  ]);
  expect(problems({ LLM_KEY_SECRET: "short" })).toEqual([
    expect.stringMatching(/^LLM_KEY_SECRET is too weak/),
  ]);
});

test("one line names each problem", () => {
  expect(problems({ DATABASE_URL: undefined, NEXTAUTH_SECRET: "", APP_URL: "countersign" })).toEqual([
    expect.stringMatching(/^DATABASE_URL is missing/),
    expect.stringMatching(/^NEXTAUTH_SECRET is missing/),
    expect.stringMatching(/^APP_URL is no web address/),
  ]);
});

test.each([
  ["short", "q8Zr0vYkT2mXw5Lh", "too weak"],
  ["long but one letter", "a".repeat(64), "too weak"],
  ["from a manual", "your-secret-goes-here-0123456789-abcdef", "an example"],
  ["from a sample file", "changeme-changeme-changeme-changeme-1234", "an example"],
])("a secret that is %s is refused", (_, secret, reason) => {
  expect(problems({ NEXTAUTH_SECRET: secret })).toEqual([expect.stringContaining(reason)]);
});

test.each(["mysql://localhost/countersign", "localhost:5432", "postgresql://"])(
  "%s is not a database we can use",
  (address) => {
    expect(problems({ DATABASE_URL: address })).toEqual([expect.stringMatching(/^DATABASE_URL is no Postg/)]);
  },
);

test("no refusal repeats the value it refuses", () => {
  const secret = "password-of-the-whole-installation-1";
  expect(problems({ NEXTAUTH_SECRET: secret, DATABASE_URL: `mysql://u:${secret}@h/d` }).join()).not.toContain(
    secret,
  );
});

test("people reach it over https, or on the same machine", () => {
  expect(problems({ APP_URL: "http://countersign.uni.edu" })).toEqual([expect.stringContaining("https://")]);
  expect(problems({ APP_URL: "http://localhost:3000" })).toEqual([]);
  expect(problems({ APP_URL: "http://127.0.0.1:3000" })).toEqual([]);
  expect(problems({ APP_URL: "https://uni.edu/countersign" })).toEqual([
    expect.stringContaining("without a path"),
  ]);
});

test("the address is kept as an origin", () => {
  expect(parseEnvironment({ ...good, APP_URL: "https://Countersign.uni.edu/" }).APP_URL).toBe(good.APP_URL);
});
