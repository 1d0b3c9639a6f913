import { expect, test } from "vitest";
import { actAs } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import { claim } from "@/lib/participation/data/claim";
import {
  answerQuestion,
  askQuestion,
  countQuestions,
  dismissQuestion,
  findAnswers,
  findQuestion,
  listQuestions,
  markRead,
  publish,
  withdraw,
} from "@/lib/question/data";
import { MAX_MESSAGES } from "@/lib/question/schema";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

async function makeQuestionFixture() {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const researcher = await makeMember("researcher", { project });
  const [ada, ben] = [await makeMember("annotator", { project }), await makeMember("annotator", { project })];
  const dataset = await makeDataset({ project, tasks: 2 });
  const batch = await makeBatch({ dataset, annotators: [ada, ben], guidelines: "Be fair." });
  const claimed = await claim(ada.actor, batch.id);
  if (!claimed || !("assignment" in claimed)) throw new Error("nothing was claimed");
  return { admin: admin.actor, researcher: researcher.actor, ada, ben, batch, id: claimed.assignment.id };
}

async function postQuestion(
  fixture: Awaited<ReturnType<typeof makeQuestionFixture>>,
  text = "Does a list count?",
) {
  const question = await askQuestion(fixture.ada.actor, fixture.id, text);
  if (!question || "refused" in question) throw new Error("nothing was asked");
  return question.id;
}

test("a question waits until it is answered, and the answer is unread until opened", async () => {
  const fixture = await makeQuestionFixture();
  const { admin, researcher, ada, batch, id } = fixture;
  const question = await postQuestion(fixture);
  expect(await countQuestions(researcher, batch.id)).toEqual({
    all: 1,
    waiting: 1,
    answered: 0,
    published: 0,
  });

  await answerQuestion(admin, question, "Yes.");
  expect(await countQuestions(researcher, batch.id)).toMatchObject({ waiting: 0, answered: 1 });
  expect((await findAnswers(ada.actor, batch.id))?.questions).toMatchObject([
    { unread: true, waiting: false },
  ]);

  await markRead(ada.actor, id);
  expect(await postQuestion(fixture, "Thank you.")).toBe(question);
  const own = (await findAnswers(ada.actor, batch.id))?.questions[0];
  expect(own).toMatchObject({ unread: false, waiting: true });
  expect(own?.messages.map(({ text }) => text)).toEqual(["Does a list count?", "Yes.", "Thank you."]);

  await dismissQuestion(admin, question);
  expect(await dismissQuestion(admin, question)).toEqual({ refused: "nothing-to-settle" });
  expect(await countQuestions(researcher, batch.id)).toMatchObject({ waiting: 0 });
});

test("only the asking annotator reads a conversation; all annotators of the batch read published answers", async () => {
  const fixture = await makeQuestionFixture();
  const { admin, ben, batch } = fixture;
  const question = await postQuestion(fixture, "I, Ada, would say 4. Right?");
  await answerQuestion(admin, question, "Ada, yes.");
  expect(await findAnswers(ben.actor, batch.id)).toEqual({ questions: [], published: [] });

  const words = { question: "How strict is the scale?", answer: "As the guidelines say." };
  await publish(admin, question, words);
  expect(await publish(admin, question, words)).toEqual({ refused: "already-published" });
  const answers = await findAnswers(ben.actor, batch.id);
  expect(answers?.published).toMatchObject([words]);
  expect(JSON.stringify(answers)).not.toContain("Ada");

  await withdraw(admin, question);
  expect(await withdraw(admin, question)).toEqual({ refused: "not-published" });
  expect((await findAnswers(ben.actor, batch.id))?.published).toEqual([]);
  expect(await db.publishedAnswer.count({ where: { questionId: question } })).toBe(1);
});

test("one of two simultaneous publications succeeds", async () => {
  const fixture = await makeQuestionFixture();
  const question = await postQuestion(fixture);
  const words = { question: "Q", answer: "A" };
  const both = await Promise.all([
    publish(fixture.admin, question, words),
    publish(fixture.admin, question, words),
  ]);
  expect(both.filter((one) => one && "refused" in one)).toHaveLength(1);
});

test("simultaneous messages are all stored, and the length of a conversation is limited", async () => {
  const fixture = await makeQuestionFixture();
  const texts = Array.from({ length: 8 }, (_, n) => `Part ${n}`);
  await Promise.all(texts.map((text) => askQuestion(fixture.ada.actor, fixture.id, text)));
  const [own] = (await findAnswers(fixture.ada.actor, fixture.batch.id))?.questions ?? [];
  expect(own?.messages.map(({ text }) => text).sort()).toEqual(texts);

  const questionId = own?.id ?? "";
  await db.questionMessage.createMany({
    data: Array.from({ length: MAX_MESSAGES - 8 }, (_, n) => ({
      questionId,
      seq: n + 9,
      fromAnnotator: true,
      text: "More",
    })),
  });
  expect(await askQuestion(fixture.ada.actor, fixture.id, "One too many")).toEqual({
    refused: "too-many-messages",
  });
});

test("researchers read under pseudonyms, admins under names, annotators nothing of it", async () => {
  const fixture = await makeQuestionFixture();
  const { admin, researcher, ada, ben, batch } = fixture;
  const question = await postQuestion(fixture);
  const names = async (reader: typeof researcher) =>
    (await listQuestions(reader, batch.id, "waiting")).rows.map(({ name, rater }) => [name, rater]);
  expect(await names(researcher)).toEqual([[null, ada.pseudonym]]);
  expect(await names(actAs(admin, "researcher"))).toEqual([[ada.name, ada.pseudonym]]);
  const nameIn = async (reader: typeof researcher) => (await findQuestion(reader, batch.id, question))?.name;
  expect(await nameIn(researcher)).toBeNull();
  expect(await nameIn(actAs(admin, "researcher"))).toBe(ada.name);
  expect((await findQuestion(researcher, batch.id, question))?.content.guidelines).toBe("Be fair.");

  const stranger = actAs(ben.actor, "researcher");
  expect((await listQuestions(stranger, batch.id, "all")).rows).toEqual([]);
  expect(await findQuestion(stranger, batch.id, question)).toBeNull();
  expect(await countQuestions(stranger, batch.id)).toBeNull();
});
