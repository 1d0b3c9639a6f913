import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { TranslationsProvider } from "@/components/i18n/translations";
import { en } from "@/lib/i18n/english";
import { PreviousSubmissionState, SaveState } from "./save-state";

const rendered = (state: React.ReactNode) =>
  renderToStaticMarkup(
    <TranslationsProvider words={{ language: "en", dictionary: en }}>{state}</TranslationsProvider>,
  );
/** The class names right around a text. */
const around = (words: string, page: string) =>
  new RegExp(`<span class="([^"]*)">${words}`).exec(page)?.[1]?.split(" ");

test("while the previous submission is tried again, only screen readers hear that nothing is to be saved yet", () => {
  const saved = { state: "saved", at: null } as const;
  expect(rendered(<PreviousSubmissionState state="offline" />)).toContain(
    "Previous assignment not submitted yet · trying again",
  );
  expect(around("Nothing to save yet", rendered(<SaveState status={saved} quiet />))).toEqual(["sr-only"]);
  expect(around("Nothing to save yet", rendered(<SaveState status={saved} />))).not.toContain("sr-only");
});

test("a change that is not sent yet is unsaved, and one that cannot be sent is tried again", () => {
  expect(rendered(<SaveState status={{ state: "unsaved" }} />)).toContain("Unsaved changes");
  expect(rendered(<SaveState status={{ state: "offline", unsaved: 2 }} quiet />)).toContain(
    "Not saved yet (2) · trying again",
  );
});
