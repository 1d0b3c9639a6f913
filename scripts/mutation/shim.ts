import { JestAsymmetricMatchers, JestChaiExpect } from "@vitest/expect";
import * as chai from "chai";
import * as fastCheck from "fast-check";

/* Replaces vitest while mutants are tried: tests register here, and the runner calls those that reach a
   mutant, in this process, thousands of times. Properties run with a fixed seed. */

chai.use(JestChaiExpect);
chai.use(JestAsymmetricMatchers);

export const expect = chai.expect;
export const fc = fastCheck;

export interface RegisteredTest {
  name: string;
  run: () => void;
}

export const tests: RegisteredTest[] = [];

export function describe(_name: string, body: () => void): void {
  body();
}

export function test(name: string, run: () => void): void {
  tests.push({ name, run });
}

test.prop =
  (arbitraries: fastCheck.Arbitrary<unknown>[]) =>
  (name: string, body: (...values: unknown[]) => void): void => {
    const property = fastCheck.property(fastCheck.tuple(...arbitraries), (values) => {
      body(...values);
    });
    tests.push({
      name,
      run: () => fastCheck.assert(property, { seed: 42, numRuns: 60, endOnFailure: true }),
    });
  };
