import { z } from "zod";
import type { SideOrder } from "@/lib/dataset/schema";
import { type JudgedValue, unitOf, valueFromSamples } from "@/lib/drafting/rules/judge/aggregate";
import { formOf, hasWholePoints, type JudgeAnswer, preferenceOf } from "@/lib/drafting/rules/judge/form";
import { judgeHash } from "@/lib/drafting/rules/judge/hash";
import { panelValues } from "@/lib/drafting/rules/judge/panel";
import { slotsOf } from "@/lib/drafting/rules/judge/slot-texts";
import { hasSlot } from "@/lib/drafting/rules/judge/slots";
import { call, outcomeOf, samplingOf, undecided } from "@/lib/drafting/rules/method";
import { type Template, template } from "@/lib/drafting/rules/prompt-template";
import { majorityVote } from "@/lib/drafting/rules/votes";
import type {
  CallPlan,
  DraftInput,
  DraftItem,
  DraftMethod,
  MethodNeed,
  ParsedCall,
  TextFence,
} from "@/lib/drafting/schema";
import {
  JUDGE_METHOD,
  type JudgePanel,
  type JudgeSpec,
  type JudgeSubject,
  type StoredJudge,
} from "@/lib/drafting/schema/judge-spec";

/** The parameters of a run by a judge's version: a name for the version, as people and drafts read it. */
interface JudgeParams {
  judge: string;
  number: number;
  /** Id of the version. */
  version: string;
  hash: string;
}

/** Digits of a hash that a condition shows. */
const SHORT = 12;

const OF_SUBJECT: Record<
  JudgeSubject,
  Pick<DraftMethod, "produces" | "subject"> & { needs: readonly MethodNeed[] }
> = {
  response: { produces: "overall", subject: "response", needs: ["response"] },
  label: { produces: "labels", subject: "response", needs: ["response"] },
  pair: { produces: "preference", subject: "pair", needs: ["pair"] },
  item: { produces: "answers", subject: "response", needs: ["response", "checklist"] },
  criterion: { produces: "scores", subject: "response", needs: ["response", "criteria"] },
};

/** A version of a judge, or of a panel of judges, as a drafting method. */
export function judgeMethod(stored: StoredJudge): DraftMethod<JudgeParams> {
  const { panel } = stored.spec;
  return panel ? panelMethod(stored, panel) : promptMethod(stored);
}

/** A panel makes the calls of all its members, each to the member's own model, and makes one value of their values. */
function panelMethod(stored: StoredJudge, { rule, members }: JudgePanel): DraftMethod<JudgeParams> {
  const asked = members.map(({ endpoint, model }) => ({ endpoint, model }));
  const judges = members.map((member) => ({
    ...member,
    title: `${member.judge}, version ${member.number}`,
    prefix: `${member.version} `,
    method: promptMethod({
      ...{ id: member.version, judge: member.judge, number: member.number, spec: member.spec },
      ...{ endpointId: member.endpoint, model: member.model, isArchived: false },
    }),
  }));
  const method = promptMethod(stored);
  return {
    ...method,
    description: "A panel of judges of this project.",
    ...(method.judge && { judge: { ...method.judge, members: asked } }),
    needs: [...new Set(judges.flatMap((one) => one.method.needs))],
    templates: judges.flatMap((one) => one.method.templates),
    most: (input, params) => judges.reduce((sum, one) => sum + one.method.most(input, params), 0),
    plan: (input, params, fence) =>
      judges.flatMap(({ method: own, prefix, endpoint, model }) =>
        own.plan(input, params, fence).map((plan) => ({
          ...plan,
          key: `${prefix}${plan.key}`,
          asked: { endpoint, model },
        })),
      ),
    reduce: (calls, input) => {
      const given = judges.map(({ prefix, title, weight, spec }) => {
        const own = calls.flatMap(({ plan, ...made }) =>
          plan.key.startsWith(prefix)
            ? [{ ...made, plan: { ...plan, key: plan.key.slice(prefix.length) } }]
            : [],
        );
        return { title, weight, values: valuesOf(spec, own, input) };
      });
      return { drafted: unitOf(panelValues(rule, given)) };
    },
  };
}

function promptMethod({ id, judge, number, spec, ...model }: StoredJudge): DraftMethod<JudgeParams> {
  const written = templateOf(id, number, spec);
  const hash = judgeHash(spec, model.model);
  const { needs, ...about } = OF_SUBJECT[spec.subject];
  return {
    ...about,
    id: JUDGE_METHOD,
    version: String(number),
    profile: spec.profile,
    title: `${judge}, version ${number}`,
    description: "A judge of this project.",
    paper: "This project",
    needs: hasSlot(spec, "reference") ? [...needs, "reference"] : needs,
    templates: [written.ref],
    params: z
      .object({ version: z.literal(id) })
      .transform((): JudgeParams => ({ judge, number, version: id, hash })),
    condition: () => ({ judge, hash: hash.slice(0, SHORT) }),
    judge: { version: id, endpoint: model.endpointId, model: model.model, isArchived: model.isArchived },
    retries: 2,
    most: (input) => keysOf(spec, input).length,
    plan: (input, _, fence) =>
      keysOf(spec, input).map((planned) => planOf(spec, written, hash, input, planned, fence)),
    reduce: (calls, input) => ({ drafted: unitOf(valuesOf(spec, calls, input)) }),
  };
}

function templateOf(id: string, number: number, { system, user }: JudgeSpec): Template {
  return template(`judge/${id}`, String(number), [
    ...(system.trim() === "" ? [] : [{ role: "system" as const, content: system }]),
    { role: "user", content: user },
  ]);
}

/** One call of a judge: which sample, in which order, about which question. */
interface PlannedCall {
  key: string;
  sampleIndex: number;
  order?: SideOrder;
  item?: DraftItem;
}

/** The items that the judge scores. As criteria only items with whole points are scored; others in the list are left out. */
function judgedItems({ subject }: JudgeSpec, { items }: DraftInput): readonly DraftItem[] {
  if (subject !== "criterion") return items;
  return items.filter(({ points }) => points && hasWholePoints(points));
}

const ordersOf = ({ swap }: JudgeSpec): readonly SideOrder[] => (swap ? ["AB", "BA"] : ["AB"]);

function keysOf(spec: JudgeSpec, input: DraftInput): PlannedCall[] {
  const sampled = (key: string, about: Omit<PlannedCall, "key" | "sampleIndex"> = {}) =>
    Array.from({ length: spec.samples }, (_, sampleIndex) => ({
      ...about,
      key: keyOf(key, sampleIndex),
      sampleIndex,
    }));
  if (spec.subject === "pair") return ordersOf(spec).flatMap((order) => sampled(order, { order }));
  if (spec.subject === "item" || spec.subject === "criterion")
    return judgedItems(spec, input).flatMap((item) => sampled(`item:${item.id}`, { item }));
  return sampled(spec.subject === "label" ? "label" : "score");
}

const keyOf = (key: string, sample: number) => `${key} sample:${sample}`;

function planOf(
  spec: JudgeSpec,
  written: Template,
  hash: string,
  input: DraftInput,
  { key, sampleIndex, order, item }: PlannedCall,
  fence: TextFence,
): CallPlan {
  const all = slotsOf(spec, input, order ?? "AB", item);
  const used = Object.entries(all).filter(([name]) => hasSlot(spec, name));
  const { temperature, seed, maxOutputTokens, samples } = spec;
  return call({
    key,
    template: written,
    slots: Object.fromEntries(used),
    fence,
    form: formOf(spec, item?.points),
    sampling: samplingOf(
      { maxOutputTokens, ...(temperature !== null && { temperature }), ...(seed !== null && { seed }) },
      samples,
      sampleIndex,
    ),
    sampleIndex,
    ...(order && { order }),
    ...(item && { item: item.id }),
    // Texts of examples count as empty in the prompt's own hash.
    also: [hash],
  });
}

// ---------------------------------------------------------------- values

function valuesOf(spec: JudgeSpec, calls: readonly ParsedCall[], input: DraftInput): JudgedValue[] {
  const [response] = input.responses;
  const samplesOf = (key: string) =>
    Array.from({ length: spec.samples }, (_, sample) => outcomeOf<JudgeAnswer>(calls, keyOf(key, sample)));
  if (spec.subject === "pair") return [preferenceFrom(spec, calls)];
  if (spec.subject === "item" || spec.subject === "criterion") {
    const judged = judgedItems(spec, input);
    // Without a single one that can be scored, all are left without a value, which says that none was asked.
    return (judged.length > 0 ? judged : input.items).map(({ id }) =>
      valueFromSamples({ item: id }, samplesOf(`item:${id}`), spec.aggregation, response?.id),
    );
  }
  if (spec.subject === "label")
    return [valueFromSamples("label", samplesOf("label"), spec.aggregation, response?.id)];
  return [valueFromSamples("overall", samplesOf("score"), spec.aggregation, response?.id)];
}

/** The preference of each order by the majority of its samples; if the orders disagree it is a tie, and flagged. */
function preferenceFrom(spec: JudgeSpec, calls: readonly ParsedCall[]): JudgedValue {
  const orders = ordersOf(spec).map((order) => {
    const own = calls.filter(({ plan }) => plan.order === order);
    const votes = own.map(({ outcome }) =>
      outcome.ok ? inPair(preferenceOf(outcome.value as JudgeAnswer), order) : null,
    );
    const valid = votes.filter((vote) => vote !== null);
    const isEnough = valid.length > 0 && valid.length >= Math.ceil(spec.samples / 2);
    return { own, votes, value: isEnough ? (majorityVote(valid) ?? "tie") : null };
  });
  const target = "preference" as const;
  const votes = orders.flatMap((one) => one.votes);
  const failed = orders.find(({ value }) => value === null);
  if (failed) {
    const unread = failed.own.find(({ outcome }) => !outcome.ok)?.outcome;
    return { target, value: null, undecided: undecided(unread), votes, lines: [], flags: [] };
  }
  const values = new Set(orders.map(({ value }) => value));
  const [value = null] = values;
  const lines = orders.flatMap(({ own }) => {
    const spoken = own.flatMap(({ outcome }) => (outcome.ok && outcome.rationale !== "" ? [outcome] : []));
    return spoken[0] ? [spoken[0].rationale] : [];
  });
  return {
    target,
    value: values.size === 1 ? value : "tie",
    votes,
    lines,
    ...(!spec.swap && { order: "AB" as const }),
    flags: values.size === 1 ? [] : ["position_inconsistent"],
  };
}

/** Maps a preference from the order shown back to the order of the pair. */
function inPair(value: "A" | "B" | "tie", order: SideOrder): "A" | "B" | "tie" {
  if (order === "AB" || value === "tie") return value;
  return value === "A" ? "B" : "A";
}
