import { FEW_DASHES, HATCHED, INK, LOOKS, type Look } from "./estimates";

/** The dot and the line of a series, in a legend. */
export function SeriesMark({ look = LOOKS[0] }: { look?: Look }) {
  const paint = { fill: look.fill, stroke: look.stroke, strokeWidth: 1.75 };
  return (
    <>
      <path d="M0 7h14" stroke={look.stroke} strokeWidth="1.75" />
      {look.symbol === "circle" ? (
        <circle cx="7" cy="7" r="3.75" {...paint} />
      ) : (
        <>
          <path d="M7 2.5 11 7 7 11.5 3 7z" {...paint} />
          {look === HATCHED && <path d="M5.5 5.5l3 3m0-3l-3 3" stroke={look.stroke} />}
        </>
      )}
    </>
  );
}

/** The dashed line of intervals from few units, in a legend. */
export function FewMark() {
  return <path d="M0 7h14" stroke={INK} strokeWidth="1.75" strokeDasharray={FEW_DASHES} />;
}
