import { inLines } from "./shorten";

/** Computed style properties copied into an exported SVG, which has no style sheet. */
const INLINED = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-opacity",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "opacity",
  "font-size",
  "font-weight",
  "font-style",
  "font-variant-numeric",
  "text-anchor",
  "paint-order",
  "visibility",
] as const;

const FONT = "Geist, Helvetica, Arial, sans-serif";
const SVG = "http://www.w3.org/2000/svg";
const MARGIN = 12;
const TITLE_HEIGHT = 26;
const LINE_HEIGHT = 16;
const CHARACTER_WIDTH = 6.2;
const LEGEND_HEIGHT = 24;
/** Pixels per CSS pixel in an exported PNG: sharp in print at the size on screen. */
const SCALE = 3;

/** A figure on the page, to export. */
export interface DrawnFigure {
  svg: SVGSVGElement;
  title: string;
  /** Subtitle: what was measured on what. */
  description: string;
  /** Legend entries, each a small drawing with its label. */
  legend: readonly HTMLElement[];
}

/** Exports a figure as a self-contained SVG: light theme, white background, text as text. */
export async function toSvg(figure: DrawnFigure): Promise<Blob> {
  const svg = standalone(figure);
  return new Blob([new XMLSerializer().serializeToString(svg)], { type: "image/svg+xml;charset=utf-8" });
}

/** Exports a figure as a PNG in the page's typeface. */
export async function toPng(figure: DrawnFigure): Promise<Blob> {
  const svg = standalone(figure);
  const typeface = await typefaceStyle(figure.svg);
  if (typeface) svg.prepend(typeface);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
  await image.decode();

  const canvas = document.createElement("canvas");
  canvas.width = svg.width.baseVal.value * SCALE;
  canvas.height = svg.height.baseVal.value * SCALE;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("the canvas could not be read");
  return blob;
}

/** Combines title, legend and figure into one SVG with inlined styles, in the light theme, on white. */
function standalone({ svg, title, description, legend }: DrawnFigure): SVGSVGElement {
  const box = svg.getBoundingClientRect();
  const lines = inLines(description, Math.floor(box.width / CHARACTER_WIDTH), 3)
    .split("\n")
    .filter(Boolean);
  const head = TITLE_HEIGHT + lines.length * LINE_HEIGHT;
  const top = head + (legend.length > 0 ? LEGEND_HEIGHT : 0);
  const width = Math.ceil(box.width + 2 * MARGIN);
  const height = Math.ceil(top + box.height + 2 * MARGIN);

  const paper = draw("svg", {
    xmlns: SVG,
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    "font-family": FONT,
  });
  paper.append(
    draw("rect", { width, height, fill: "#fff" }),
    draw("text", { x: MARGIN, y: MARGIN + 14, "font-size": 14, "font-weight": 600, fill: "#111" }, title),
    ...lines.map((line, index) =>
      draw("text", { x: MARGIN, y: MARGIN + 32 + index * LINE_HEIGHT, "font-size": 12, fill: "#444" }, line),
    ),
  );
  inLightTheme(() => {
    const readColour = colourReader();
    let x = MARGIN;
    for (const entry of legend) {
      paper.append(legendEntry(entry, x, MARGIN + head, readColour));
      x += entry.getBoundingClientRect().width + 16;
    }
    const copy = svg.cloneNode(true) as SVGSVGElement;
    inline(svg, copy, readColour);
    const place = draw("g", { transform: `translate(${MARGIN},${MARGIN + top})` });
    place.append(...copy.childNodes);
    paper.append(place);
  });
  return paper;
}

function legendEntry(
  entry: HTMLElement,
  x: number,
  y: number,
  readColour: (colour: string) => string,
): SVGElement {
  const group = draw("g", { transform: `translate(${x},${y})` });
  const mark = entry.querySelector("svg");
  if (mark) {
    const copy = mark.cloneNode(true) as SVGSVGElement;
    inline(mark, copy, readColour);
    group.append(...copy.childNodes);
  }
  group.append(draw("text", { x: 20, y: 11, "font-size": 12, fill: "#333" }, entry.textContent));
  return group;
}

/** Runs synchronously under the light theme, so that the switch is never painted. */
function inLightTheme(work: () => void): void {
  const { dataset } = document.documentElement;
  const theme = dataset.theme;
  dataset.theme = "light";
  try {
    work();
  } finally {
    if (theme === undefined) delete dataset.theme;
    else dataset.theme = theme;
  }
}

function draw<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Record<string, string | number>,
  text = "",
): SVGElementTagNameMap[Name] {
  const element = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, String(value));
  element.textContent = text;
  return element;
}

function inline(from: Element, to: Element, readColour: (colour: string) => string): void {
  const style = getComputedStyle(from);
  for (const name of INLINED) {
    const value = style.getPropertyValue(name);
    if (value) to.setAttribute(name, /fill$|stroke$/.test(name) ? readColour(value) : value);
  }
  for (const name of ["style", "class", "font-family", "aria-hidden"]) to.removeAttribute(name);
  [...from.children].forEach((child, index) => {
    const twin = to.children[index];
    if (twin) inline(child, twin, readColour);
  });
}

/** Converts any CSS colour to six hex digits, which every program understands. */
function colourReader(): (colour: string) => string {
  const canvas = document.createElement("canvas");
  canvas.width = 1;
  canvas.height = 1;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  const known = new Map<string, string>();
  return (colour) => {
    if (!context || colour === "none" || /^url|^context|transparent/.test(colour)) return colour;
    const before = known.get(colour);
    if (before) return before;
    context.fillStyle = "#fff";
    context.fillRect(0, 0, 1, 1);
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    const hex = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
    known.set(colour, hex);
    return hex;
  };
}

/** A style element with the page's typeface embedded: an image cannot load fonts. */
async function typefaceStyle(figure: SVGSVGElement): Promise<SVGStyleElement | null> {
  const family = getComputedStyle(figure).fontFamily.split(",")[0]?.trim().replaceAll(/["']/g, "");
  const source = family && fontAddress(family);
  if (!source) return null;
  const response = await fetch(source);
  const font = await dataUrl(await response.blob());
  const style = document.createElementNS(SVG, "style");
  style.textContent = `@font-face{font-family:Geist;src:url(${font}) format("woff2");font-weight:100 900}`;
  return style;
}

function fontAddress(family: string): string | undefined {
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSFontFaceRule)) continue;
      if (rule.style.getPropertyValue("font-family").replaceAll(/["']/g, "") !== family) continue;
      const path = rule.style.getPropertyValue("src").match(/url\(["']?([^"')]+)/)?.[1];
      if (path) return new URL(path, sheet.href ?? document.baseURI).href;
    }
  }
  return undefined;
}

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
