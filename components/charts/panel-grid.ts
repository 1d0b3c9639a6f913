import type { PlotLibrary } from "./plot";
import { shorten } from "./shorten";

/** Height of a part of a figure, in pixels. */
export const PANEL_HEIGHT = 118;
export const PANEL_MARGINS = { top: 8, bottom: 34, left: 48, right: 6 };
/** The fill of bars. */
export const BAR_FILL = "color-mix(in oklab, var(--color-accent) 45%, var(--color-surface))";
/** Width that a part has at least, in pixels. */
const LEAST_WIDTH = 150;
/** Width of a character, in pixels. */
const CHARACTER = 6.8;

/** A part of a figure in its place. */
interface PlacedPanel<Panel> {
  panel: Panel;
  column: number;
  row: number;
}

/** Width that a part needs for the longest name, in pixels. */
export const widthOfNames = (panels: readonly { name: string }[]): number =>
  Math.max(LEAST_WIDTH, ...panels.map(({ name }) => (name.length + 2) * CHARACTER));

/** Small multiples in a grid, with rows of equal length instead of full rows and a remainder. */
export function panelGrid<Panel>(
  panels: readonly Panel[],
  width: number,
  { leastWidth = LEAST_WIDTH, height = PANEL_HEIGHT } = {},
) {
  const room = width - PANEL_MARGINS.left;
  const rows = Math.ceil(panels.length / Math.max(1, Math.floor(room / leastWidth)));
  const columns = Math.ceil(panels.length / rows);
  return {
    placed: panels.map(
      (panel, at): PlacedPanel<Panel> => ({ panel, column: at % columns, row: Math.floor(at / columns) }),
    ),
    /** Characters that the name of a part may have. */
    fits: Math.floor(room / columns / CHARACTER),
    /** Width of a part, in pixels. */
    panelWidth: room / columns,
    options: {
      height: PANEL_MARGINS.top + PANEL_MARGINS.bottom + rows * height,
      marginTop: PANEL_MARGINS.top,
      marginBottom: PANEL_MARGINS.bottom,
      marginLeft: PANEL_MARGINS.left,
      marginRight: PANEL_MARGINS.right,
      fx: { domain: Array.from({ length: columns }, (_, at) => at), axis: null, padding: 0.12 },
      fy: { domain: Array.from({ length: rows }, (_, at) => at), axis: null, padding: 0.2 },
    },
  };
}

/** The name of each part, above what is drawn in it. */
export function panelNames<Panel>(
  plot: PlotLibrary,
  placed: readonly PlacedPanel<Panel>[],
  nameOf: (panel: Panel) => string,
  fits: number,
) {
  return plot.text(placed, {
    fx: "column",
    fy: "row",
    frameAnchor: "top-left",
    dy: 0,
    text: ({ panel }: PlacedPanel<Panel>) => shorten(nameOf(panel), fits),
    fill: "var(--color-ink)",
    fontWeight: 500,
  });
}

/** The title of the axis on the left, beside all parts. */
export function sideTitle(plot: PlotLibrary, title: string) {
  return plot.text([title], {
    facet: "super",
    frameAnchor: "left",
    rotate: -90,
    dx: 8 - PANEL_MARGINS.left,
    fill: "var(--color-muted)",
  });
}

/** The axis on the left of each row of parts, with lines across them. */
export function sideAxis(
  plot: PlotLibrary,
  ticks: number | number[],
  tickFormat?: (value: number) => string,
) {
  return [
    plot.axisY({
      ticks,
      tickSize: 0,
      ...(tickFormat && { tickFormat }),
      color: "var(--color-muted)",
      facetAnchor: "left",
    }),
    plot.gridY({ ticks, stroke: "var(--color-line)", strokeOpacity: 1 }),
  ];
}
