import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { onDemand, useParts } from "./on-demand";

test("a component is fetched once, and again after a failure", async () => {
  const answers = [Promise.reject(new Error("offline")), Promise.resolve("words")];
  const part = onDemand(() => answers.shift() ?? Promise.reject(new Error("asked too often")));
  await expect(part.fetch()).rejects.toThrow("offline");
  expect(part.loaded()).toBeUndefined();
  await Promise.all([part.fetch(), part.fetch()]);
  await part.fetch();
  expect(part.loaded()).toBe("words");
});

const words = [onDemand(async () => "first"), onDemand(async () => "second")];

function Words() {
  useParts(words);
  return words.map((part) => part.loaded()).join(", ");
}

test("a component that is already loaded renders at once", async () => {
  await Promise.all(words.map((part) => part.fetch()));
  expect(renderToString(<Words />)).toBe("first, second");
});
