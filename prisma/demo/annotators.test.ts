import { describe, expect, test } from "vitest";
import { krippendorffAlpha, type Level } from "@/lib/agreement/krippendorff";
import { ratingsFromMatrix } from "@/lib/agreement/ratings";
import {
  askEase,
  deserved,
  judgeItem,
  type Profile,
  profiles,
  reviewChecklist,
  type Unit,
} from "./annotators";
import { additions, corrections, flaws } from "./known-errors";
import { sampleTasks } from "./study";

const SEED = 42;
const annotators: Profile[] = Object.values(profiles);
const tasks = sampleTasks();
const units: Unit[] = tasks.flatMap((task) =>
  task.responses.flatMap(({ text, drafts }) => drafts.map((draft) => ({ draft, response: text }))),
);
const scored = units.filter(({ draft }) => typeof draft.value === "number" && draft.item !== "overall");
const answered = units.filter(({ draft }) => typeof draft.value === "string");
const wrong = units.filter(({ draft }) => draft.id in corrections);

const judge = (unit: Unit, profile: Profile, exposure: "none" | "draft-first" = "draft-first") =>
  judgeItem(unit, exposure, profile, SEED);

const mean = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
const share = <T>(list: T[], has: (one: T) => boolean) => mean(list.map((one) => Number(has(one))));

function alpha(of: Unit[], exposure: "none" | "draft-first", level: Level): number {
  const matrix = annotators.map((profile) => of.map((unit) => judge(unit, profile, exposure).value));
  return krippendorffAlpha(ratingsFromMatrix(matrix), level).value ?? Number.NaN;
}

describe("values", () => {
  test("the same seed gives the same judgements, and another seed different ones", () => {
    const work = (seed: number) =>
      annotators.map((profile) => [
        units.map((unit) => judgeItem(unit, "draft-first", profile, seed)),
        tasks.map((task) => reviewChecklist(task.id, task.checklist, profile, seed)),
        tasks.map((task) => askEase(task.id, profile, seed)),
      ]);
    expect(work(SEED)).toEqual(work(SEED));
    expect(work(SEED)).not.toEqual(work(SEED + 1));
  });

  test("every value is on its scale and every time is positive", () => {
    for (const profile of annotators) {
      for (const unit of units) {
        for (const exposure of ["none", "draft-first"] as const) {
          const { value, activeMs } = judge(unit, profile, exposure);
          expect(typeof unit.draft.value === "number" ? [1, 2, 3, 4, 5] : ["yes", "no"]).toContain(value);
          expect(Number.isInteger(activeMs) && activeMs > 0).toBe(true);
        }
      }
    }
  });

  test("agreement is neither perfect nor poor", () => {
    for (const found of [alpha(scored, "none", "ordinal"), alpha(answered, "none", "nominal")]) {
      expect(found).toBeGreaterThan(0.45);
      expect(found).toBeLessThan(0.75);
    }
  });

  test("a visible draft raises agreement, and biases values towards it where it is wrong", () => {
    expect(alpha(scored, "draft-first", "ordinal")).toBeGreaterThan(alpha(scored, "none", "ordinal"));
    const takenOver = (exposure: "none" | "draft-first") =>
      share(
        annotators.flatMap((profile) => wrong.map((unit) => [unit, judge(unit, profile, exposure)] as const)),
        ([unit, { value }]) => value === unit.draft.value,
      );
    expect(takenOver("draft-first")).toBeGreaterThan(takenOver("none") + 0.1);
    expect(takenOver("draft-first")).toBeLessThan(0.6);
  });
});

describe("explanation lines", () => {
  test("with the draft every line is decided once and in order, without it lines are only added", () => {
    for (const profile of annotators) {
      for (const unit of units) {
        const decided = judge(unit, profile).lines.flatMap((line) => ("line" in line ? [line.line] : []));
        expect(decided).toEqual(unit.draft.lines.map((_, line) => line));
        for (const line of judge(unit, profile, "none").lines) expect(line.action).toBe("add");
      }
    }
  });

  test("the score line ends up stating the value", () => {
    for (const profile of annotators) {
      for (const unit of units.filter(({ draft }) => draft.scoreLine !== undefined)) {
        const { value, lines } = judge(unit, profile);
        const decision = lines[unit.draft.scoreLine ?? -1];
        const text =
          decision?.action === "revise" ? decision.text : unit.draft.lines[unit.draft.scoreLine ?? -1];
        expect(text).toContain(String(value));
        expect(decision?.action).toBe(value === unit.draft.value ? "accept" : "revise");
      }
    }
  });

  test("an annotator who rejects a wrong draft gives the reason written for it", () => {
    const texts = wrong.flatMap((unit) => {
      const { value, lines } = judge(unit, profiles.priya);
      return value === deserved(unit.draft) ? [{ unit, lines }] : [];
    });
    expect(texts.length).toBeGreaterThan(wrong.length / 2);
    for (const { unit, lines } of texts) {
      expect(lines[0]).toMatchObject({ action: "revise", text: corrections[unit.draft.id]?.because });
    }
  });

  test("all four decisions occur, most of them acceptances", () => {
    const actions = annotators.flatMap((profile) =>
      units.flatMap((unit) => judge(unit, profile).lines.map((line) => line.action)),
    );
    expect(new Set(actions)).toEqual(new Set(["accept", "revise", "remove", "add"]));
    expect(share(actions, (action) => action === "accept")).toBeGreaterThan(0.7);
  });
});

describe("profiles", () => {
  const scores = (profile: Profile) => mean(scored.map((unit) => Number(judge(unit, profile, "none").value)));
  const overruled = (profile: Profile) =>
    share(wrong, (unit) => judge(unit, profile).value !== unit.draft.value);

  test("the strict score lower than the lenient", () => {
    expect(scores(profiles.jonas)).toBeLessThan(scores(profiles.priya));
    expect(scores(profiles.priya)).toBeLessThan(scores(profiles.mei));
  });

  test("diligent annotators overrule more of the wrong drafts", () => {
    expect(overruled(profiles.priya)).toBeGreaterThan(overruled(profiles.mei));
    expect(overruled(profiles.mei)).toBeGreaterThan(overruled(profiles.tomas));
  });

  test("hasty annotators are faster, often faster than reading speed", () => {
    const times = (profile: Profile) => mean(units.map((unit) => judge(unit, profile).activeMs));
    expect(times(profiles.tomas)).toBeLessThan(times(profiles.priya) / 2);
    const unreadably = share(units, (unit) => {
      const words = unit.draft.lines.join(" ").split(" ").length;
      return judge(unit, profiles.tomas).activeMs < (words / 400) * 60_000;
    });
    expect(unreadably).toBeGreaterThan(0.4);
  });

  test("noisy annotators are farther from the true score", () => {
    const error = (profile: Profile) =>
      mean(
        scored.map((unit) =>
          Math.abs(Number(judge(unit, profile, "none").value) - Number(deserved(unit.draft))),
        ),
      );
    expect(error(profiles.leila)).toBeGreaterThan(error(profiles.priya));
  });

  test("annotators who like checklists find the task easier with one more often", () => {
    const easier = (profile: Profile) =>
      share([...Array(200).keys()], (n) => askEase(`assignment ${n}`, profile, SEED) === "easier");
    expect(easier(profiles.tomas)).toBeGreaterThan(easier(profiles.jonas));
  });
});

describe("checklist review", () => {
  const review = (profile: Profile) =>
    tasks.flatMap((task) => reviewChecklist(task.id, task.checklist, profile, SEED));

  test("every drafted question is decided once, in order, before any addition", () => {
    for (const profile of annotators) {
      for (const task of tasks) {
        const decisions = reviewChecklist(task.id, task.checklist, profile, SEED);
        const decided = decisions.flatMap((decision) => ("item" in decision ? [decision.item] : []));
        expect(decided).toEqual(task.checklist.map((item) => item.id));
        for (const decision of decisions.slice(decided.length)) {
          expect(decision.action).toBe("add");
          expect(additions[task.id]).toContain("text" in decision ? decision.text : "");
        }
      }
    }
  });

  test("a question is only reworded in words written for it", () => {
    for (const decision of annotators.flatMap(review)) {
      if (decision.action !== "revise") continue;
      expect(flaws[decision.item]).toMatchObject({ action: "revise", text: decision.text });
    }
  });

  test("the diligent find more bad questions and add more", () => {
    const found = (profile: Profile) =>
      review(profile).filter((decision) => decision.action !== "accept" && decision.action !== "add").length;
    const added = (profile: Profile) => review(profile).filter(({ action }) => action === "add").length;
    expect(found(profiles.priya)).toBeGreaterThan(found(profiles.tomas));
    expect(added(profiles.priya)).toBeGreaterThan(added(profiles.tomas));
  });
});
