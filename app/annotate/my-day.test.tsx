import type { ComponentProps } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MyDay } from "@/app/annotate/my-day";
import { TranslationsProvider } from "@/components/i18n/translations";
import de from "@/lib/i18n/dictionaries/de.json" with { type: "json" };
import { en } from "@/lib/i18n/english";

type Words = ComponentProps<typeof TranslationsProvider>["words"];
type Day = Omit<ComponentProps<typeof MyDay>, "now">;

const now = "2026-11-23T12:00:00Z";
const minutes = (count: number) => count * 60_000;

/** Each fact of the day with its words, as the server renders it: the day is that of UTC. */
function factsOf(day: Day, words: Words = { language: "en", dictionary: en }) {
  const page = renderToStaticMarkup(
    <TranslationsProvider words={words}>
      <MyDay {...day} now={now} />
    </TranslationsProvider>,
  );
  const facts = page.split("<dt").slice(1);
  return facts.map((fact) => [...fact.matchAll(/>([^<>]+)</g)].map(([, text]) => text));
}

test("the day says what was submitted, its minutes, its pace, and what is left with the minutes for that", () => {
  const work = [
    { at: "2026-11-23T09:30:00Z", activeMs: minutes(10.4) },
    { at: "2026-11-23T08:00:00Z", activeMs: minutes(20) },
    { at: "2026-11-22T23:59:59Z", activeMs: minutes(90) },
  ];
  expect(factsOf({ work, left: 1200, minutesLeft: 95 })).toEqual([
    ["Submitted", "2 assignments"],
    ["Active work", "30 min"],
    ["Pace", "4 an hour"],
    ["Left for you", "1,200 assignments", "about 95 min of work"],
  ]);
  expect(factsOf({ work, left: 1200, minutesLeft: 95 }, { language: "de", dictionary: de })).toEqual([
    ["Abgegeben", "2 Aufgaben"],
    ["Aktive Arbeit", "30 Min."],
    ["Tempo", "4 pro Stunde"],
    ["Noch für Sie", "1.200 Aufgaben", "etwa 95 Min. Arbeit"],
  ]);
});

test("no pace is made up of too little work, and no minutes of unknown ones", () => {
  const work = [{ at: "2026-11-23T09:30:00Z", activeMs: 4_000 }];
  expect(factsOf({ work, left: 1, minutesLeft: null })).toEqual([
    ["Submitted", "1 assignment"],
    ["Active work", "0 min"],
    ["Pace", "Too early to tell"],
    ["Left for you", "1 assignment"],
  ]);
});
