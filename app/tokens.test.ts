import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

/** Colours of both themes as linear RGB, parsed from the stylesheet. */
type Colour = [red: number, green: number, blue: number];

const css = readFileSync(new URL("./globals.css", import.meta.url), "utf8");

function token(name: string, theme: "light" | "dark"): Colour {
  const value = css.match(new RegExp(`--color-${name}: ([^;]+);`))?.[1] ?? "";
  const alias = value.match(/^var\(--color-(.+)\)$/)?.[1];
  if (alias) return token(alias, theme);
  const numbers = [...value.matchAll(/oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)][theme === "light" ? 0 : 1];
  if (!numbers) throw new Error(`--color-${name} is no pair of opaque colours`);
  return linear(Number(numbers[1]), Number(numbers[2]), Number(numbers[3]));
}

/** OKLab to linear sRGB (Ottosson), clipped to the gamut. */
function linear(lightness: number, chroma: number, hue: number): Colour {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (x: number) => Math.min(1, Math.max(0, x));
  return [
    clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** WCAG 2.2: ratio of relative luminances. */
function contrast(one: Colour, other: Colour): number {
  const luminance = ([r, g, b]: Colour) => 0.2126 * r + 0.7152 * g + 0.0722 * b;
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ["canvas", "surface", "raised", "sunken", "hover"];
const tones = ["accent", "positive", "warning", "danger", "accept", "revise", "remove", "add"];

describe.each(["light", "dark"] as const)("in the %s theme", (theme) => {
  const ratio = (front: string, back: string) => contrast(token(front, theme), token(back, theme));

  test.each(grounds)("text can be read on %s", (ground) => {
    for (const text of ["ink", "muted", ...tones]) {
      expect(ratio(text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  test.each(tones)("text can be read on the tint of %s", (tone) => {
    for (const text of ["ink", "muted", tone]) {
      expect(ratio(text, `${tone}-soft`), `${text} on ${tone}-soft`).toBeGreaterThanOrEqual(4.5);
    }
  });

  test.each([
    ["on-accent", "accent"],
    ["on-accent", "accent-strong"],
    ["on-danger", "danger"],
    ["on-danger", "danger-strong"],
    ["ink", "mark"],
    ["ink", "mark-active"],
    ["canvas", "ink"],
  ])("%s can be read on %s", (front, back) => expect(ratio(front, back)).toBeGreaterThanOrEqual(4.5));

  test.each(["canvas", "surface", "raised", "sunken"])("outlines can be seen on %s", (ground) => {
    for (const line of ["control", "focus", "accent"]) {
      expect(ratio(line, ground), `${line} on ${ground}`).toBeGreaterThanOrEqual(3);
    }
  });
});
