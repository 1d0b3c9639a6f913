import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { TranslationsProvider } from "@/components/i18n/translations";
import { en } from "@/lib/i18n/english";
import { type ReviewContextValue, ReviewProvider } from "./context";
import { ScaleField } from "./scale-field";

/** The part of the workbench that these fields use while they are drawn. */
const review = { leaveText: () => undefined } as unknown as ReviewContextValue;

const shown = (min: number, max: number) =>
  renderToStaticMarkup(
    <TranslationsProvider words={{ language: "en", dictionary: en }}>
      <ReviewProvider value={review}>
        <ScaleField
          about="Criterion 1"
          scale={{ type: "points", min, max, labels: { [max]: "best" } }}
          disabled={false}
          operationFor={() => null}
        />
      </ReviewProvider>
    </TranslationsProvider>,
  );

test.each([
  [0, 100],
  [0, 1e9],
  [0.5, 4.5],
  [0, 0.5],
  [198, 200],
])("a drafted scale from %d to %d is shown, not to be changed", (min, max) => {
  expect(shown(min, max)).toMatch(/^<p [^>]*>.*best/u);
  expect(shown(min, max)).not.toContain("<textarea");
});

test("a scale that people can be asked on has a field for what each point means", () => {
  expect(shown(1, 5).match(/<textarea/gu)).toHaveLength(5);
  expect(shown(-100, -91).match(/<textarea/gu)).toHaveLength(10);
});
