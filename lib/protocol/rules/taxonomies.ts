import { CAPABILITIES } from "@/lib/protocol/rules/capabilities";
import { CITATIONS } from "@/lib/protocol/rules/citations";
import type { LabelStep, TaxonomyId } from "@/lib/protocol/schema";

type Taxonomy = {
  id: TaxonomyId;
  name: string;
  /** The origin of the taxonomy, for the methods section. */
  source: string;
  /** The parts of a label step that the taxonomy determines. */
  step: Pick<LabelStep, "id" | "question" | "about" | "kind" | "labels" | "several" | "none">;
};

/**
 * Taxonomies from the literature that a label step can start with, in the order in which they are offered.
 */
export const TAXONOMIES: readonly Taxonomy[] = [
  {
    id: "capabilities",
    name: "Sixteen capabilities",
    source: "TICK (Cook et al. 2024), appendix A",
    step: {
      id: "capabilities",
      question: "Which capabilities of a writer does it ask about?",
      about: "items",
      kind: "checklist",
      labels: Object.entries(CAPABILITIES).map(([name, hint]) => ({ name, hint })),
      several: true,
      none: false,
    },
  },
  {
    id: "positive-items",
    name: "Why an item helps",
    source: CITATIONS.checklists,
    step: {
      id: "positive-items",
      question: "What makes this item useful?",
      about: "items",
      kind: "checklist",
      labels: [
        { name: "Explicit", hint: "the instruction asks for it in so many words" },
        { name: "Implicit", hint: "the instruction asks for it without saying so" },
        {
          name: "Proposal answer",
          hint: "it expects the response to propose something or to state an opinion",
        },
        { name: "Clarity", hint: "it is about how clear the response is" },
        { name: "Additional", hint: "it asks for more than the instruction does" },
        { name: "Tone", hint: "it is about voice, style or register" },
      ],
      several: false,
      none: false,
    },
  },
  {
    id: "negative-items",
    name: "Why an item misleads",
    source: CITATIONS.checklists,
    step: {
      id: "negative-items",
      question: "Which of these describes this item?",
      about: "items",
      kind: "checklist",
      labels: [
        { name: "Non-negative", hint: "nothing is wrong with it: it is a fair item" },
        { name: "Limited", hint: "it looks at one narrow aspect and misses what makes a response good" },
        { name: "Clarity", hint: "it is about how easily the response is understood" },
        { name: "Additional", hint: "the instruction does not ask for it, though it is still useful" },
      ],
      several: false,
      none: false,
    },
  },
  {
    id: "open-closed",
    name: "Open or closed question",
    source: CITATIONS.checklists,
    step: {
      id: "open-closed",
      question: "Is the task open or closed?",
      about: "task",
      labels: [
        { name: "Open", hint: "many quite different answers could be good" },
        { name: "Closed", hint: "there is one right answer, or a short list of them" },
      ],
      several: false,
      none: false,
    },
  },
  {
    id: "overlap",
    name: "Overlap of two checklists",
    source: CITATIONS.checklists,
    step: {
      id: "overlap",
      question: "Which questions of the other checklist ask for the same?",
      about: "matches",
      kind: "checklist",
      labels: [],
      several: true,
      none: true,
    },
  },
];

const taxonomies = new Map(TAXONOMIES.map((taxonomy) => [taxonomy.id, taxonomy]));

export function taxonomyOf(id: TaxonomyId): Taxonomy {
  const taxonomy = taxonomies.get(id);
  if (!taxonomy) throw new Error(`there is no taxonomy ${id}`);
  return taxonomy;
}

/** The taxonomy whose labels a step uses unchanged; null for custom labels. */
export function taxonomyIn(step: Pick<LabelStep, "about" | "labels">): TaxonomyId | null {
  const same = (other: Taxonomy) =>
    other.step.about === step.about && JSON.stringify(other.step.labels) === JSON.stringify(step.labels);
  return TAXONOMIES.find(same)?.id ?? null;
}
