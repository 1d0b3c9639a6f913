"use client";

import type * as Library from "@observablehq/plot";
import { type CSSProperties, type Ref, useEffect, useRef } from "react";

/** What a chart draws with: loaded when the first chart is shown, not before. */
export type PlotLibrary = typeof Library;
export type Draw = (plot: PlotLibrary, width: number) => Library.PlotOptions;

interface PlotProps {
  /** Keep it the same while nothing changes: a new one draws again. */
  draw: Draw;
  /** What the figure shows, in a sentence or two, for whoever cannot see it. */
  summary: string;
  /** The height while the figure is not there yet, so that the page does not jump. */
  height: number;
  ref?: Ref<HTMLDivElement>;
}

/** How to draw a figure that is on the page once more, at another width. */
const drawings = new WeakMap<Element, { draw: Draw; summary: string }>();

/** As wide as a figure over both columns of a page, so that its words are as large as a caption once it is printed. */
const PAPER_WIDTH = 720;

/** A figure of the page as it is taken along, whatever the screen is: out of sight, for whoever removes it again. */
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

/** An Observable Plot figure in the page's type and colours, as wide as its place. */
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
  // The content security policy would refuse it; `charts.css` says the same.
  svg.querySelector("style")?.remove();
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", summary);
  for (const group of svg.querySelectorAll("[aria-label]")) group.removeAttribute("aria-label");
  return svg;
}
