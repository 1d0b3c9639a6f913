import { describe, expect, test } from "vitest";
import { offeredFor, prover } from "@/lib/drafting/rules/proofs";
import { draftChecklist } from "@/lib/drafting/rules/rule-based";

const INSTRUCTION = 'Write a note to Dana. Use exactly two sentences. Mention the word "Friday".';

describe("prover", () => {
  const prove = prover(INSTRUCTION);

  test("answers its own questions by the requirement they quote", () => {
    const questions = draftChecklist(INSTRUCTION).map(({ text }) => text);
    const proofs = questions.map((question) => prove(question, "Dana, we meet on Friday. See you!"));
    expect(proofs.map((proof) => proof?.value)).toEqual([null, "yes", "yes"]);
    expect(proofs[0]).toMatchObject({
      lines: [],
      provenance: { undecided: "offline", note: "No program can check this." },
    });
    expect(proofs[1]?.lines).toEqual(["2 sentences; asked for exactly 2 (icu: 2, punct: 2)."]);
  });

  test("gives no answer to a foreign question in which nothing was recognised", () => {
    expect(prove("Is it friendly?", "Hello.")).toBeNull();
  });

  test("leaves questions on which counting conventions disagree to people, with the counts", () => {
    const proof = prove("Does the response contain exactly 3 words?", "don't stop now");
    expect(proof).toMatchObject({
      value: null,
      lines: [],
      provenance: {
        verdict: "borderline",
        undecided: "verifier_borderline",
        note: expect.stringMatching(/3.*4/),
      },
    });
  });

  test("a partly measurable question is not answered", () => {
    const proof = prove("Does it list exactly three tips for staying healthy?", "- Sleep\n- Walk\n- Eat");
    expect(proof).toMatchObject({ value: null, provenance: { tier: "partial", undecided: "offline" } });
  });

  test("a question that asks for the opposite is answered as written, with a note", () => {
    const conflicting = prover("Write a note without using any commas.");
    expect(conflicting("Does the response contain commas?", "Yes, it does.")?.provenance.flags).toContain(
      "polarity_conflict",
    );
  });

  test("its own question that a program can measure in part has the measurement", () => {
    const [question = ""] = draftChecklist("Give me exactly three tips for sleeping better.").map(
      ({ text }) => text,
    );
    const proof = prover("Give me exactly three tips for sleeping better.")(question, "- Read\n- Walk");
    expect(proof).toMatchObject({
      value: null,
      provenance: { tier: "partial", note: expect.stringContaining("2 list items"), undecided: "offline" },
    });
  });

  test("lone surrogates are never stored", () => {
    const proof = prove('Does the response contain the letter "\ud83d"?', "😀 \ud83d and \ude00 alone");
    expect(JSON.stringify(proof)).not.toMatch(/\\ud[89a-f]/i);
  });
});

describe("offeredFor", () => {
  test("offers requirements that no question covers, quoting the instruction", () => {
    const [first, ...others] = offeredFor(INSTRUCTION, ['Does the response contain the word "Friday"?']);
    expect(others).toEqual([]);
    expect(first?.text).toBe("Does the response contain exactly 2 sentences? (“Use exactly two sentences.”)");
    expect(INSTRUCTION.slice(first?.start, first?.end)).toBe("Use exactly two sentences.");
  });

  test("offers the right wording beside a question that asks for the opposite", () => {
    const [offered] = offeredFor("Write a note without using any commas.", [
      "Does the response contain commas?",
    ]);
    expect(offered?.text).toContain("“without using any commas”");
  });

  test("offers nothing beside a checklist by rules, and nothing for an instruction without requirements", () => {
    expect(
      offeredFor(
        INSTRUCTION,
        draftChecklist(INSTRUCTION).map(({ text }) => text),
      ),
    ).toEqual([]);
    expect(offeredFor("Tell me about whales.", ["Is it about whales?"])).toEqual([]);
  });
});
