import { test as property } from "@fast-check/vitest";
import fc from "fast-check";
import { expect } from "vitest";
import { ClusterNumbers } from "@/lib/agreement/cluster-numbers";

const cluster = fc.oneof(
  fc.nat(40),
  fc.integer(),
  fc.constantFrom(-0, 1.5, 1023, 1024, 2 ** 22 - 1, 2 ** 22, "", "0", "1", "task 1"),
);

property.prop([fc.array(cluster, { maxLength: 100 })])(
  "clusters are numbered as they first appear, whatever they are called",
  (clusters) => {
    const numbers = new ClusterNumbers();
    const given = clusters.map((each) => numbers.of(each));
    const distinct = [...new Set(clusters)];
    expect(given).toEqual(clusters.map((each) => distinct.findIndex((other) => sameValueZero(other, each))));
    expect(numbers.size).toBe(distinct.length);
  },
);

const sameValueZero = (a: unknown, b: unknown) => [a].includes(b);
