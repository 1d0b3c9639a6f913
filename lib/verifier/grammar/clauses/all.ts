import type { Cursor } from "../cursor";
import type { Clause } from "./clause";
import { contains } from "./contains";
import { countClause, highlighted, presence } from "./count";
import { format } from "./formats";
import { charset, language, letterCase } from "./letters";
import { distinctClause, options, order, repeat } from "./lists";
import { asWord, edges, nthWords } from "./positions";

/** Readers of a clause without polarity; the first that matches is used. */
export function positiveClauses(): ((cursor: Cursor) => Clause | null)[] {
  return [
    format,
    order,
    letterCase,
    language,
    charset,
    edges,
    asWord,
    nthWords,
    contains,
    options,
    repeat,
    distinctClause,
    highlighted,
    countClause,
    presence,
  ];
}
