import type { PresetId } from "@/lib/protocol/schema";

const IN_DOUBT = `## In doubt

Judge what is there, not what was meant. Take the plain reading of an instruction, and the same reading for every response.
If you cannot decide after looking twice, choose what you would defend to a colleague, and say why in a note. Ask a question
when the guidelines themselves leave something open: others wonder too.`;

const DRAFTS = `## Drafts

What is drafted comes from a program and may be wrong, also where it is well written. Read the material first. Accept what
you would have written yourself, revise what is nearly right, remove what is wrong, and add what is missing.`;

const CHECKLIST_ITEM = `- **Answerable**: yes or no, from the response alone. Yes means that the requirement is met.
- **Precise**: one aspect, no vague words such as good or appropriate, in the words of the instruction where it has some.
- **Relevant**: a response that fails it is worse for it. What the instruction does not ask for and nobody would miss is no
  question.
- **On its own**: no question asks for the same as another, or for two things at once.`;

const ANSWERING = `Take one question after the other, and look it up in the response each time.

- **Yes**: the requirement is met entirely. One exception is enough for a no: where every sentence is asked about, every
  sentence has to do it.
- **No**: it is not met, only partly met, or the response gives nothing to answer by.
- **Not applicable**, where it is offered: the question makes no sense for this response. It is no way out of a hard one.

Answer each question for itself: a response that is bad in one respect may be fine in the next.`;

const SCORING = `Read the instruction, then the whole response, then give one score.

- Start with whether the response does what was asked. What was not asked for earns nothing.
- Wrong facts, a missing part or a broken constraint cost more than clumsy words.
- Length is no merit. A short answer that does everything is a good one.
- Use the whole scale: the ends are for responses that deserve them, not for once in a lifetime.`;

/** Texts to start a batch's guidelines with, in Markdown, for an admin to edit. */
const TEXTS: Record<PresetId, string> = {
  "criteria-review": `# What to do

You see a task and criteria by which its responses will be scored. Decide on each one.

## A good criterion

- **Relevant**: responses that differ in it differ in quality.
- **Clear**: two people understand it in the same way. Its description says what a high and a low score look like.
- **Separate**: it can be scored without thinking of the others.
- Together the criteria cover what matters in this task: what holds for any text, such as being correct and easy to follow,
  and what belongs to this one.

${DRAFTS}

${IN_DOUBT}`,
  "checklist-review": `# What to do

You see an instruction and a checklist of yes/no questions by which its responses will be judged. Decide on each question.

## A good question

${CHECKLIST_ITEM}

Two to eight questions are enough for most instructions. When you are done, a response with yes everywhere should be one that
you would be glad to get.

${DRAFTS}

${IN_DOUBT}`,
  "criterion-scoring": `# What to do

You score one response on one criterion after the other. Each drafted score comes with lines that explain it.

## Scores

Score only what the criterion is about, by its description and the labels of its scale. A response may be excellent in one
criterion and poor in another.

## Lines

Decide on each line: it stays if it is true of this response and bears on the criterion, in words that you would stand by.
Check quotations in the response. If the score is wrong, change the score and the line that states it.

${DRAFTS}

${IN_DOUBT}`,
  "checklist-answering": `# What to do

You answer the questions of a checklist about one response.

## Answers

${ANSWERING}

${IN_DOUBT}`,
  "check-then-score": `# What to do

You answer a checklist about one response, then give the response one score.

## The checklist

${ANSWERING}

## The score

${SCORING}

The checklist is there to look closely, not to be added up: a response may fail a small question and be good, or pass every
question and be poor because of something that none of them asks about. If you give a low score to a response with yes
everywhere, say why in a note.

${IN_DOUBT}`,
  "direct-scoring": `# What to do

You read one response to an instruction and give it one score.

## The score

${SCORING}

${IN_DOUBT}`,
  preference: `# What to do

You read two responses to one instruction, side by side, and say which is better. You are not told who wrote them.

## Comparing

- First: which of the two does what the instruction asks, all of it and nothing else? The one that does is better, however
  nicely the other is written.
- If both do, the better one is more correct, then more helpful, then easier to read.
- Neither the side a response stands on nor its length decides anything.
- **Near-identical** is for responses that differ in trifles of wording. Two good answers that say different things still have
  a better one: the one you would rather have been given.

${IN_DOUBT}`,
  "forced-choice": `# What to do

You read two responses to one instruction, side by side, and choose the better one. There is no tie.

## Comparing

- Does a response do what the instruction asks, exactly that and all of it? The one that does is better, whatever else can be
  said for the other.
- More or less than was asked is not what was asked. A fluent, friendly or detailed text that answers another question loses.
- Only between responses that both do it, or both do not, count being right, being helpful and being clear.
- The side a response stands on and its length decide nothing.

If both seem the same, read the instruction once more: look for a demand that one of them misses.

${IN_DOUBT}`,
  curation: `# What to do

You decide on an instance for a test of evaluators: an instruction and two responses, of which one follows the instruction
and the other does not. First choose the better response yourself. Then look at the parts of the instance: the instruction,
response A, response B, and the letter of the response that is meant to be the better one.

## Keeping

- **Accept** every part of an instance that is sound: the instruction can be understood, one response follows it, and the other
  clearly does not, for a reason that you could name.
- If the letter of the better response is not your own choice, read once more. One of you is wrong, or the instance is.

## Modifying

- **Revise** a part if a small change makes the instance sound: an unclear demand, a response that follows by accident, a wrong
  letter. The letter is A or B, and nothing else.
- Change as little as possible, and give the reason.

## Discarding

- **Remove** the instruction, with a reason, to discard the whole instance: both responses follow it or neither does, the
  difference is a matter of taste, it cannot be checked, or it is harmful. Removing any other part discards it, too.

${IN_DOUBT}`,
  queue: `# What to do

You read samples of what a model answered in production. Say whether each may stand, what is wrong if it may not, and give it
one score.

## May it stand?

- **Yes**: whoever asked would be served by it as it is. Small blemishes that mislead nobody may stand.
- **No**: something in it is wrong, missing, unsafe or beside what was asked, so that somebody would have to mend it. Choose
  everything that applies.

Instructions of production are often short, unclear or partly personal. Judge by what was most likely meant, and do not write
personal things of others into notes.

## The score

${SCORING}

${IN_DOUBT}`,
  "item-labelling": `# What to do

You label the questions of a checklist. Read the instruction once, then label one question after the other.

## Labels

- The hint beside a label says what it stands for here. Go by it, not by what the word means elsewhere.
- Where several labels may be given, give each that applies, and none to be on the safe side.
- Label what the question asks, not whether it is a good question, and not how a response does.

${IN_DOUBT}`,
  "checklist-writing": `# What to do

You write the checklist by which responses to an instruction will be judged. Two questions come first.

## Is it worth writing

- **Safe**: a helpful answer harms nobody. Say no if answering well would mean helping to hurt, deceive or spy on someone.
- **Makes sense**: you understand what is asked, and nothing needed for an answer is missing.

If either is a no, you are done.

## Writing

Read the instruction twice. Write down what it asks for in so many words, then what any good answer to it would need.

${CHECKLIST_ITEM}

Two to eight questions are enough for most instructions.

${IN_DOUBT}`,
  "full-review": `# What to do

You decide on a checklist, answer it for one response, and give the response one score.

## The checklist

${CHECKLIST_ITEM}

## Answers

${ANSWERING}

## The score

${SCORING}

${DRAFTS}

${IN_DOUBT}`,
};

/** The text to start the guidelines of a batch with this preset with: a paragraph is one line, as people type them. */
export const guidelinesFor = (preset: PresetId): string =>
  `${TEXTS[preset].replace(/(?<!\n)\n(?![\n#-])/g, " ")}\n`;

/** True if guidelines are the unchanged text of some preset, or nothing: replacing them loses no one's words. */
export function isUnedited(guidelines: string): boolean {
  const presets = Object.keys(TEXTS) as PresetId[];
  return guidelines.trim() === "" || presets.some((preset) => guidelinesFor(preset) === guidelines);
}
