import { apply, emptyDocument, isRefused } from "@/lib/review/rules/apply";
import type { ReviewDocument } from "@/lib/review/schema/document";
import { Op } from "@/lib/review/schema/operation";
import { fullFrame } from "@/lib/review/testing/arbitrary";

export const at = "2026-11-20T10:00:00.000Z";
export const uuid = (n: number) => `10000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
let made = 0;
export const make = (op: object): Op => Op.parse({ op: uuid(++made), at, ...op });

/** The document after operations that must all fit. */
export function having(ops: Op[], start = emptyDocument()): ReviewDocument {
  return ops.reduce((document, op) => {
    const next = apply(fullFrame, document, op);
    if (isRefused(next)) throw new Error(`${op.type} was refused: ${next.refused}`);
    return next;
  }, start);
}

export const refusal = (op: object, document = emptyDocument()) => {
  const outcome = apply(fullFrame, document, make(op));
  return isRefused(outcome) ? outcome.refused : null;
};

/** The state without the history. */
export const effects = ({ ops: _, ...rest }: ReviewDocument) => rest;

/** The operations that fit, in order, as the server would record them. */
export function recorded(ops: Op[]): ReviewDocument {
  return ops.reduce((document, op) => {
    const next = apply(fullFrame, document, op);
    return isRefused(next) ? document : next;
  }, emptyDocument());
}

export const item = (key: string, action = "accept") =>
  make({ type: "decide", target: { item: key }, action });
const line = (key: string, n: number, action = "accept") =>
  make({ type: "decide", target: { item: key, line: n }, action });
export const answer = (key: string, value: unknown) => make({ type: "answer", item: key, value });
export const everything = () => [
  ...["c1", "__proto__", "constructor"].map((key) => item(key)),
  ...[0, 1, 2].map((n) => line("C1", n)),
  line("toString", 0),
  answer("C1", 4),
  answer("C2", "na"),
  answer("toString", "no"),
  make({ type: "score", value: 3 }),
  line("overall", 0, "remove"),
  line("preference", 0),
  make({ type: "prefer", value: 2 }),
  make({ type: "label", question: "what", item: "c1", labels: ["__proto__", "Tone"] }),
  make({ type: "label", question: "what", item: "__proto__", labels: [] }),
  make({ type: "label", question: "open", labels: ["Closed"] }),
  make({ type: "ask", question: "ease", value: "easier" }),
];
