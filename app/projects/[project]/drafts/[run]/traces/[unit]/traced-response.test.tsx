import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { TranslationsProvider } from "@/components/i18n/translations";
import type { GeneratedResponseView } from "@/lib/drafting/schema/generated";
import { en } from "@/lib/i18n/english";
import { TracedResponse } from "./traced-response";

const revised: GeneratedResponseView = {
  ...{ id: "b", key: "t1/x.r2", role: "revised", iteration: 1, sample: 0, temperature: 0 },
  ...{
    text: "It is on 3 May.",
    isFinal: true,
    passed: { yes: 1, answered: 1, asked: 2 },
    flags: ["unchanged"],
  },
  trace: {
    plan: "Name the date.",
    answers: [
      { question: "Does it name a date?", answer: "yes", analysis: "It does." },
      { question: "Is it kind?", answer: null, undecided: "parse_failed", analysis: "" },
    ],
  },
  scores: { benchmark: 0.25 },
  responseId: "r",
};

test("a version shows plan, text, answers and reasons, scores, and its place in the dataset", () => {
  const html = renderToStaticMarkup(
    <TranslationsProvider words={{ language: "en", dictionary: en }}>
      <TracedResponse response={revised} before={undefined} dataset="/data/d" task="t" />
    </TranslationsProvider>,
  );
  for (const part of ["Revision 1, final", "100", "1 of 1", "Name the date.", "It is on 3 May.", "It does."])
    expect(html).toContain(part);
  for (const part of [
    "Undecided",
    "The answer could not be read.",
    "benchmark 0.25",
    'href="/data/d/tasks/t"',
  ])
    expect(html).toContain(part);
  // No two landmarks have one name.
  const names = [...html.matchAll(/aria-label="([^"]+)"/g)].map(([, name]) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names).not.toContain("Revision 1, final");
});
