import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { DEFAULT_SETTINGS, presetOf, protocolOf } from "@/lib/protocol/rules/presets";
import { ScreenPreview } from "./screen-preview";

test("n/a is promised for no checklist: each question has a scale of its own, with it or without", () => {
  const markup = renderToStaticMarkup(
    <ScreenPreview protocol={protocolOf("checklist-answering", DEFAULT_SETTINGS)} />,
  );
  expect(markup).toContain(">Yes<");
  expect(markup).toContain(">No<");
  expect(markup).not.toContain("n/a");
  expect(presetOf("checklist-answering").explanation).toContain("not applicable where a question offers it");
});
