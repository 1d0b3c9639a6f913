/** The four fills that can be told apart without colour: plain, slanted, dotted, crossed. */
export type Pattern = "solid" | "slanted" | "dotted" | "crossed";

const SVG = "http://www.w3.org/2000/svg";
const SIZE = 6;

const strokes: Record<Exclude<Pattern, "solid">, string> = {
  slanted: "M-1,1 l2,-2 M0,6 l6,-6 M5,7 l2,-2",
  dotted: "M1.5,1.5 h.01 M4.5,4.5 h.01",
  crossed: "M0,0 l6,6 M6,0 l-6,6",
};

/** A pattern in a colour, as an SVG definition that `url(#id)` refers to. */
export function patternElement(id: string, pattern: Pattern, colour: string): SVGPatternElement {
  const element = document.createElementNS(SVG, "pattern");
  const set = (target: Element, attributes: Record<string, string | number>) => {
    for (const [name, value] of Object.entries(attributes)) target.setAttribute(name, String(value));
  };
  set(element, { id, width: SIZE, height: SIZE, patternUnits: "userSpaceOnUse" });
  const ground = document.createElementNS(SVG, "rect");
  set(ground, { width: SIZE, height: SIZE, fill: colour, "fill-opacity": pattern === "solid" ? 0.5 : 0.16 });
  element.append(ground);
  if (pattern !== "solid") {
    const lines = document.createElementNS(SVG, "path");
    set(lines, {
      d: strokes[pattern],
      fill: "none",
      stroke: colour,
      "stroke-opacity": 0.7,
      "stroke-width": pattern === "dotted" ? 2 : 1.4,
      "stroke-linecap": "round",
    });
    element.append(lines);
  }
  return element;
}
