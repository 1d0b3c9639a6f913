import type { RaterKind } from "@/lib/judgement/schema";
import { compare } from "./text-order";
import type { Rater } from "./unit";

/** Numbers for raters: a model once under each method and condition. */
export class RaterNumbers {
  /** By number. */
  readonly list: Rater[] = [];
  /** The numbers by name: a few each. */
  private readonly known = new Map<
    string,
    (Pick<Rater, "kind" | "method" | "condition"> & { number: number })[]
  >();

  of(name: string, kind: RaterKind, method: string | null, condition: string | null): number {
    const ofName = this.known.get(name) ?? [];
    for (const own of ofName)
      if (own.kind === kind && own.method === method && own.condition === condition) return own.number;
    const key = JSON.stringify([kind, name, method, ...(condition === null ? [] : [condition])]);
    const number = this.list.push({ key, name, kind, method, condition }) - 1;
    this.known.set(name, [...ofName, { kind, method, condition, number }]);
    return number;
  }

  /** Drops the condition of a model and method that have only one. */
  forgetOnlyConditions(): void {
    const under = new Map<string, number>();
    const key = ({ kind, name, method }: Rater) => JSON.stringify([kind, name, method]);
    for (const rater of this.list) under.set(key(rater), (under.get(key(rater)) ?? 0) + 1);
    for (const rater of this.list) if (under.get(key(rater)) === 1) rater.condition = null;
  }

  /** The place of each rater in the order of keys, by number. */
  ranks(): Int32Array {
    const keyOf = (number: number) => this.list[number]?.key ?? "";
    const order = this.list.map((_, number) => number).sort((a, b) => compare(keyOf(a), keyOf(b)));
    const rank = new Int32Array(order.length);
    order.forEach((number, at) => {
      rank[number] = at;
    });
    return rank;
  }
}
