"use client";

import type * as Library from "@observablehq/plot";
import { type CSSProperties, type Ref, useEffect, useRef } from "react";

/** The chart library, loaded when the first chart is shown. */
export type PlotLibrary = typeof Library;
export type Draw = (plot: PlotLibrary, width: number) => Library.PlotOptions;

interface PlotProps {
  /** Must be stable between renders: a new function redraws the chart. */
  draw: Draw;
  /** The figure in a sentence or two, for screen readers. */
  summary: string;
  /** Height reserved until the figure is drawn, so that the page does not jump. */
  height: number;
  ref?: Ref<HTMLDivElement>;
}

/** The draw function of each figure on the page, used to redraw it for export. */
const drawings = new WeakMap<Element, { draw: Draw; summary: string }>();

/**
 * Width of an exported figure, in pixels: across both columns of a paper, so that its text is about caption
 * size in print.
 */
const PAPER_WIDTH = 720;

/**
 * Draws a figure of the page for export, independent of screen size. It is off screen; the caller removes it.
 */
export async function drawForPaper(shown: SVGSVGElement): Promise<SVGSVGElement> {
  const drawing = drawings.get(shown);
  if (!drawing) throw new Error("no figure is drawn");
  const library = await import("@observablehq/plot");
  const drawn = render(library, drawing.draw(library, PAPER_WIDTH), PAPER_WIDTH, drawing.summary);
  if (!(drawn instanceof SVGSVGElement)) throw new Error("the figure is no drawing");
  drawn.setAttribute("aria-hidden", "true");
  Object.assign(drawn.style, { position: "absolute", left: "-9999px", maxWidth: "none" });
  shown.parentElement?.append(drawn);
  return drawn;
}

/** An Observable Plot figure in the page's type and colours, as wide as its container. */
export function Plot({ draw, summary, height, ref }: PlotProps) {
  const frame = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    let isCurrent = true;
    let drawn = 0;

    const observer = new ResizeObserver(async ([entry]) => {
      const width = Math.floor(entry?.contentRect.width ?? 0);
      if (width === 0 || width === drawn) return;
      drawn = width;
      const library = await import("@observablehq/plot");
      if (!isCurrent || width !== drawn) return;
      const figure = render(library, draw(library, width), width, summary);
      drawings.set(figure, { draw, summary });
      element.replaceChildren(figure);
    });
    observer.observe(element);
    return () => {
      isCurrent = false;
      observer.disconnect();
    };
  }, [draw, summary]);

  return (
    <div ref={ref}>
      <div ref={frame} className="chart-plot" style={{ "--chart-height": `${height}px` } as CSSProperties} />
    </div>
  );
}

function render(
  library: PlotLibrary,
  options: Library.PlotOptions,
  width: number,
  summary: string,
): SVGSVGElement | HTMLElement {
  const svg = library.plot({
    ...options,
    width,
    style: { background: "none", fontSize: "12px", fontFamily: "inherit" },
  });
  // The content security policy blocks the library's style element; `charts.css` has the same rules.
  svg.querySelector("style")?.remove();
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", summary);
  for (const group of svg.querySelectorAll("[aria-label]")) group.removeAttribute("aria-label");
  return svg;
}
