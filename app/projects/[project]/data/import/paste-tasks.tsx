"use client";

import { Plus, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useRecordsImport } from "@/app/projects/[project]/data/import/use-records-import";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import type { StudyRecord } from "@/lib/dataset/schema";

interface PastedResponse {
  key: number;
  model: string;
  text: string;
}

interface PastedTask {
  key: number;
  instruction: string;
  input: string;
  reference: string;
  responses: PastedResponse[];
}

const MOST_TASKS = 20;
const MOST_RESPONSES = 10;

let keys = 0;
const newResponse = (): PastedResponse => ({ key: keys++, model: "", text: "" });
const newTask = (): PastedTask => ({
  key: keys++,
  instruction: "",
  input: "",
  reference: "",
  responses: [newResponse()],
});

/** Form to type or paste a few tasks, imported like a file. */
export function PasteTasks({ project }: { project: string }) {
  const [name, setName] = useState("");
  const [tasks, setTasks] = useState<PastedTask[]>(() => [newTask()]);
  const { busy, error, start } = useRecordsImport(project);

  const change = (key: number, next: Partial<PastedTask>) =>
    setTasks(tasks.map((task) => (task.key === key ? { ...task, ...next } : task)));
  const changeResponse = (task: PastedTask, key: number, next: Partial<PastedResponse>) =>
    change(task.key, {
      responses: task.responses.map((one) => (one.key === key ? { ...one, ...next } : one)),
    });

  async function make(event: FormEvent) {
    event.preventDefault();
    await start(recordsOf(name.trim() || "Pasted tasks", tasks), "pasted tasks.jsonl");
  }

  return (
    <form onSubmit={make} className="grid gap-5">
      {error && <Banner tone="danger" live title={error.message} />}
      <Field label="Name of the new dataset" required>
        <Input value={name} required maxLength={200} onChange={(event) => setName(event.target.value)} />
      </Field>
      {tasks.map((task, at) => (
        <fieldset key={task.key} className="grid gap-3 rounded-md border p-4">
          <legend className="px-1 text-sm font-medium">Task {at + 1}</legend>
          <Field label="Instruction" required>
            <Textarea
              value={task.instruction}
              required
              onChange={(event) => change(task.key, { instruction: event.target.value })}
            />
          </Field>
          <div className="grid gap-3 sm:grid-cols-2">
            <Field label="Input" hint="A text the instruction is about, if any.">
              <Textarea
                value={task.input}
                onChange={(event) => change(task.key, { input: event.target.value })}
              />
            </Field>
            <Field label="Reference answer" hint="If there is one.">
              <Textarea
                value={task.reference}
                onChange={(event) => change(task.key, { reference: event.target.value })}
              />
            </Field>
          </div>
          {task.responses.map((response, n) => (
            <ResponseFields
              key={response.key}
              response={response}
              n={n}
              changeResponse={changeResponse}
              task={task}
              change={change}
            />
          ))}
          <div className="flex flex-wrap gap-2">
            <Button
              size="sm"
              disabled={task.responses.length >= MOST_RESPONSES}
              onClick={() => change(task.key, { responses: [...task.responses, newResponse()] })}
            >
              <Plus aria-hidden="true" />
              Add a response
            </Button>
            {tasks.length > 1 && (
              <Button size="sm" onClick={() => setTasks(tasks.filter(({ key }) => key !== task.key))}>
                Remove task {at + 1}
              </Button>
            )}
          </div>
        </fieldset>
      ))}
      <div className="flex flex-wrap justify-between gap-2">
        <Button disabled={tasks.length >= MOST_TASKS} onClick={() => setTasks([...tasks, newTask()])}>
          <Plus aria-hidden="true" />
          Add a task
        </Button>
        <Button type="submit" variant="primary" busy={busy}>
          Make the dataset
        </Button>
      </div>
    </form>
  );
}

interface ResponseFieldsProps {
  response: PastedResponse;
  n: number;
  changeResponse: (task: PastedTask, key: number, next: Partial<PastedResponse>) => void;
  task: PastedTask;
  change: (key: number, next: Partial<PastedTask>) => void;
}

/** Text and model of one response. */
function ResponseFields({ response, n, changeResponse, task, change }: ResponseFieldsProps) {
  return (
    <div className="grid items-start gap-3 sm:grid-cols-[3fr_1fr_auto]">
      <Field label={`Response ${n + 1}`}>
        <Textarea
          value={response.text}
          onChange={(event) => changeResponse(task, response.key, { text: event.target.value })}
        />
      </Field>
      <Field label={`Model of response ${n + 1}`}>
        <Input
          value={response.model}
          maxLength={200}
          onChange={(event) => changeResponse(task, response.key, { model: event.target.value })}
        />
      </Field>
      <IconButton
        label={`Remove response ${n + 1}`}
        className="sm:mt-6"
        onClick={() =>
          change(task.key, { responses: task.responses.filter(({ key }) => key !== response.key) })
        }
      >
        <Trash2 />
      </IconButton>
    </div>
  );
}

/** Study records of the tasks; empty responses are left out. */
function recordsOf(name: string, tasks: PastedTask[]): StudyRecord[] {
  const records: StudyRecord[] = [{ type: "study", version: 1, name }];
  for (const [at, { instruction, input, reference, responses }] of tasks.entries()) {
    const id = `t${at + 1}`;
    records.push({
      type: "task",
      id,
      instruction,
      input: input.trim() === "" ? undefined : input,
      reference: reference.trim() === "" ? undefined : reference,
    });
    const written = responses.filter(({ text }) => text.trim() !== "");
    for (const [n, { model, text }] of written.entries()) {
      records.push({
        type: "response",
        id: `${id}.r${n + 1}`,
        task: id,
        model: model.trim() || undefined,
        text,
      });
    }
  }
  return records;
}
