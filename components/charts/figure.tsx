"use client";

import clsx from "clsx";
import { Download } from "lucide-react";
import { type ReactNode, useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { DataTable } from "@/components/ui/data-table";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { useToast } from "@/components/ui/toast";
import type { ChartData } from "./chart-data";
import { toCsv } from "./csv";
import { type DrawnFigure, toPng, toSvg } from "./export-svg";
import { drawForPaper } from "./plot";
import { saveFile } from "./save-file";
import "./charts.css";

export interface FigureProps {
  title: string;
  /** Subtitle: what was measured on what. */
  description?: ReactNode;
  headingLevel?: 3 | 4;
  className?: string;
}

interface FrameProps extends FigureProps {
  data: ChartData;
  /** Explains colours and shapes. */
  legend?: ReactNode;
  /** Reason why there is nothing to draw; shown instead of the figure. */
  undrawn?: ReactNode;
  /** The drawing. */
  children: ReactNode;
}

/** A figure with its title, its numbers as a table, and downloads of both. */
export function Figure({
  title,
  description,
  headingLevel = 3,
  className,
  data,
  legend,
  undrawn,
  children,
}: FrameProps) {
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const about = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<"figure" | "table">("figure");
  const toast = useToast();
  const Heading = `h${headingLevel}` as const;
  const fileName =
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, "-")
      .replace(/^-|-$/g, "") || "figure";

  async function take(make: (figure: DrawnFigure) => Promise<Blob>, ending: string) {
    const shown = frame.current?.querySelector<SVGSVGElement>(".chart-plot svg");
    const legend = [...(frame.current?.querySelectorAll("li") ?? [])];
    let drawn: SVGSVGElement | undefined;
    try {
      if (!shown) throw new Error("no figure is shown");
      drawn = await drawForPaper(shown);
      const figure = { svg: drawn, title, description: about.current?.textContent ?? "", legend };
      saveFile(await make(figure), `${fileName}.${ending}`);
    } catch {
      toast.show({
        tone: "danger",
        title: "The figure was not saved",
        description: "The browser could not draw it. You can still save its numbers as CSV.",
      });
    } finally {
      drawn?.remove();
    }
  }

  const saveCsv = () =>
    saveFile(new Blob([toCsv(data)], { type: "text/csv;charset=utf-8" }), `${fileName}.csv`);
  const noFigure = view === "table";

  return (
    <figure aria-labelledby={id} className={clsx("grid min-w-0 content-start gap-3", className)}>
      <figcaption className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="grid gap-0.5">
          <Heading id={id} className="text-base">
            {title}
          </Heading>
          {description && (
            <div ref={about} className="text-xs text-muted">
              {description}
            </div>
          )}
        </div>
        {!undrawn && (
          <div className="flex items-center gap-2 print:hidden">
            <SegmentedControl
              label={`Show ${title} as`}
              segments={[
                { value: "figure", label: "Figure" },
                { value: "table", label: "Table" },
              ]}
              value={view}
              onValueChange={setView}
              size="sm"
            />
            <DropdownMenu
              label={`Download ${title}`}
              trigger={
                <Button variant="quiet" size="sm" square aria-label={`Download ${title}`}>
                  <Download aria-hidden="true" />
                </Button>
              }
              items={[
                { label: "SVG", onSelect: () => take(toSvg, "svg"), disabled: noFigure },
                { label: "PNG", onSelect: () => take(toPng, "png"), disabled: noFigure },
                { label: "Data as CSV", onSelect: saveCsv },
              ]}
            />
          </div>
        )}
      </figcaption>
      {undrawn ? (
        <p className="max-w-prose text-sm text-muted">{undrawn}</p>
      ) : view === "table" ? (
        <div className="rounded-md border bg-surface">
          <DataTable caption={title} columns={data.columns} rows={data.rows} />
        </div>
      ) : (
        <div ref={frame} className="grid min-w-0 gap-2">
          {legend}
          {children}
        </div>
      )}
    </figure>
  );
}
