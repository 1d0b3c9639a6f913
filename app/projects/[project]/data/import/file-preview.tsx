"use client";

import { Upload } from "lucide-react";
import { useState } from "react";
import { FORMAT_NAMES } from "@/app/projects/[project]/data/format-names";
import { MappingFields } from "@/app/projects/[project]/data/import/mapping-fields";
import type { FileChoices } from "@/app/projects/[project]/data/import/upload";
import { Badge } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { formatBytes, formatQuantity } from "@/components/ui/format";
import { ListTable } from "@/components/ui/list-table";
import { Select } from "@/components/ui/select";
import { hasProblems, problemOf } from "@/lib/dataset/rules/formats/converter";
import {
  type Beginning,
  type DetectedFormat,
  dataOf,
  detect,
  missingColumns,
} from "@/lib/dataset/rules/formats/detect";
import { type EarlierMapping, withSameColumns } from "@/lib/dataset/rules/formats/earlier-mapping";
import { cellOf, isFixed } from "@/lib/dataset/rules/formats/mapping";
import { converterOf } from "@/lib/dataset/rules/formats/read";
import { type FileProblem, problemText } from "@/lib/dataset/rules/lines";
import { LONGEST_ID, type StudyRecord } from "@/lib/dataset/schema";
import type { FileFormat, Mapping } from "@/lib/dataset/schema/mapping";
import type { Json } from "@/lib/formats/json-value";

const SHAPES = Object.entries(FORMAT_NAMES).map(([value, label]) => ({ value: value as FileFormat, label }));

const SYNTAX_NAMES = { jsonl: "one JSON object per line", json: "JSON list", csv: "CSV" };
const DELIMITER_NAMES: Record<string, string> = {
  ",": "commas",
  ";": "semicolons",
  "\t": "tabs",
  "|": "vertical bars",
};

const SHOWN = 5;

/** The records that rows become in formats whose fields have one meaning. */
const FIXED_MEANINGS: Partial<Record<FileFormat, string>> = {
  "openai-batch":
    "Requests become tasks, and answers with the same custom_id their responses. Put both files one after the other into one.",
  "lm-eval": "Documents become tasks, generated answers their responses, and metrics drafts by filter.",
  "openai-evals":
    "Samples become tasks, what was sampled first their responses, and matches and metrics drafts of the eval.",
  inspect: "Samples become tasks, outputs of their epochs responses, and scores drafts of their scorers.",
  langfuse:
    "Traces and observations become tasks with their output as response; scores of people become judgements, others drafts.",
};

interface FilePreviewProps {
  file: File;
  beginning: Beginning;
  initial: DetectedFormat;
  /** The mappings of columns of the latest files. */
  earlier: readonly EarlierMapping[];
  onCancel: () => void;
  onImport: (choices: FileChoices) => void;
}

/** Preview of how a file will be read, with corrections before anything is written. */
export function FilePreview(props: FilePreviewProps) {
  const { file, beginning, initial, earlier, onCancel, onImport } = props;
  const [detected, setDetected] = useState(initial);
  const [mapping, setMapping] = useState((withSameColumns(earlier, initial) ?? initial).mapping);
  const { shape, syntax, columns } = detected;
  const like = withSameColumns(earlier, detected);

  async function readAs(next: FileFormat) {
    const found = await detect(beginning, next);
    if (!found) return;
    setDetected(found);
    setMapping((withSameColumns(earlier, found) ?? found).mapping);
  }

  const format = shape === "table" ? syntax.kind : shape;
  const { tasks, problems } = convert(detected, mapping);
  const missing = shape === "study" || columns.length === 0 ? [] : missingColumns(mapping, detected);
  // Without a row that names columns, there is nothing to import, with or without the rows that cannot be read.
  const hasRows = shape === "study" || isFixed(shape) || columns.length > 0;
  const written =
    syntax.kind === "csv" ? `CSV with ${DELIMITER_NAMES[syntax.delimiter]}` : SYNTAX_NAMES[syntax.kind];
  return (
    <section aria-label="What the file is read as" className="grid gap-5">
      <FileSummary file={file} written={written} shape={shape} readAs={readAs} />
      {like && mapping === like.mapping && (
        <Banner
          tone="info"
          title={`The columns are read as in ${like.file}`}
          action={
            <Button size="sm" onClick={() => setMapping(detected.mapping)}>
              Guess by their names
            </Button>
          }
        />
      )}
      {shape === "study" ? (
        <p className="text-sm text-muted">A study file needs no mapping.</p>
      ) : !hasRows ? (
        <Banner tone="danger" live title="No rows of this file can be read">
          <ProblemList problems={problems} />
        </Banner>
      ) : (
        <Conversion
          shape={shape}
          columns={columns}
          mapping={mapping}
          setMapping={setMapping}
          missing={missing}
          problems={problems}
          tasks={tasks}
          detected={detected}
        />
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Choose another file</Button>
        <Button
          variant="primary"
          disabled={missing.length > 0 || !hasRows}
          onClick={() => onImport(shape === "study" ? { format } : { format, mapping })}
        >
          <Upload aria-hidden="true" />
          Import
        </Button>
      </div>
    </section>
  );
}

interface FileSummaryProps {
  file: File;
  written: string;
  shape: FileFormat;
  readAs: (next: FileFormat) => Promise<void>;
}

/** Name and size of the file, and the format it is read as. */
function FileSummary({ file, written, shape, readAs }: FileSummaryProps) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-3">
      <div className="grid min-w-0">
        <p className="text-sm font-medium wrap-anywhere">{file.name}</p>
        <p className="text-xs text-muted">
          {formatBytes(file.size)} · {written}
        </p>
      </div>
      <Field label="Read as">
        <Select value={shape} onValueChange={(next) => void readAs(next)} choices={SHAPES} />
      </Field>
    </div>
  );
}

interface ConversionProps {
  shape: FileFormat;
  columns: string[];
  mapping: Mapping;
  setMapping: (value: Mapping) => void;
  missing: FileProblem[];
  problems: FileProblem[];
  tasks: FirstTask[];
  detected: DetectedFormat;
}

/** The mapping of columns to tasks, and the first converted tasks. */
function Conversion({
  shape,
  columns,
  mapping,
  setMapping,
  missing,
  problems,
  tasks,
  detected,
}: ConversionProps) {
  return (
    <>
      {isFixed(shape) ? (
        <p className="text-sm text-muted">{FIXED_MEANINGS[shape]}</p>
      ) : (
        <MappingFields shape={shape} columns={columns} mapping={mapping} onChange={setMapping} />
      )}
      {missing.length > 0 && (
        <Banner tone="warning" title="Something is still to be chosen">
          {missing.map(problemText).join("; ")}
        </Banner>
      )}
      {missing.length === 0 && problems.length > 0 && <FirstProblems problems={problems} />}
      {tasks.length > 0 && <FirstTasks tasks={tasks} />}
      <FirstRows detected={detected} />
    </>
  );
}

interface FirstTask {
  id: string;
  instruction: string;
  input: string | undefined;
  tags: string[];
  responses: string[];
  items: number;
}

/** Converts the first rows as the import would, with their problems. */
function convert({ shape, rows, problems: unread }: DetectedFormat, mapping: Mapping) {
  if (shape === "study") return { tasks: [], problems: [] };
  const converter = converterOf(shape, mapping);
  const problems: FileProblem[] = [...unread];
  const tasks = new Map<string, FirstTask>();
  const take = (record: StudyRecord) => {
    if (record.type === "task") {
      const { id, instruction, input, tags = [], messages = [] } = record;
      const words = instruction || (messages.at(-1)?.content ?? "");
      tasks.set(id, { id, instruction: words, input, tags, responses: [], items: 0 });
    } else if (record.type === "response") tasks.get(record.task)?.responses.push(record.model ?? "no model");
    else if (record.type === "rubric" && record.task !== null) {
      const task = tasks.get(record.task);
      if (task) task.items += record.items.length;
    }
  };
  for (const row of rows) {
    const result = converter.convert(row);
    if (hasProblems(result)) problems.push(...result.map((problem) => problemOf(row, problem)));
    else for (const record of result) take(record);
  }
  problems.sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
  return { tasks: [...tasks.values()].slice(0, SHOWN), problems };
}

function FirstProblems({ problems }: { problems: FileProblem[] }) {
  return (
    <Banner tone="warning" title={`${formatQuantity(problems.length, "problem")} in the first rows`}>
      <ProblemList problems={problems} />
      <p className="mt-1">
        If there are problems, nothing is imported at first. The import lists all of them, and can then
        continue without these rows.
      </p>
    </Banner>
  );
}

function ProblemList({ problems }: { problems: FileProblem[] }) {
  return (
    <ul>
      {problems.slice(0, SHOWN).map((problem) => (
        <li key={problemText(problem)} dir="auto" className="wrap-anywhere">
          {problemText(problem)}
        </li>
      ))}
    </ul>
  );
}

function FirstTasks({ tasks }: { tasks: FirstTask[] }) {
  return (
    <div className="grid gap-2">
      <h3 className="text-sm font-medium">The first tasks, as they will be</h3>
      <ListTable
        label="The first tasks"
        className="rounded-md border"
        columns={[
          { header: "Id" },
          { header: "Instruction" },
          { header: "Tags" },
          { header: "Responses by" },
          { header: "Items", atEnd: true },
        ]}
      >
        {tasks.map(({ id, instruction, input, tags, responses, items }) => (
          <tr key={id} className="align-top">
            <th scope="row" className="text-left font-mono text-xs leading-5 font-normal whitespace-nowrap">
              {id}
            </th>
            <td dir="auto" className="min-w-56 wrap-anywhere">
              <span className="line-clamp-2">{instruction}</span>
              {input !== undefined && <span className="line-clamp-1 text-muted">{input}</span>}
            </td>
            <td>
              <span className="flex max-w-48 flex-wrap gap-1">
                {tags.map((tag) => (
                  <Badge key={tag}>{tag}</Badge>
                ))}
              </span>
            </td>
            <td className="max-w-48 wrap-anywhere">{responses.join(", ")}</td>
            <td className="text-right tabular-nums">{items}</td>
          </tr>
        ))}
      </ListTable>
    </div>
  );
}

function FirstRows({ detected: { rows, columns, shape } }: { detected: DetectedFormat }) {
  if (rows.length === 0) return null;
  return (
    <div className="grid gap-2">
      <h3 className="text-sm font-medium">The first rows, as they are</h3>
      <ListTable
        label="The first rows"
        className="rounded-md border"
        columns={columns.map((header) => ({ header }))}
      >
        {rows.slice(0, SHOWN).map((row) => (
          <tr key={row.n} className="align-top">
            {columns.map((column) => {
              const { text, isWhole } = excerptOf(cellOf(dataOf(row.value, shape), column));
              const fitsInLine = isWhole && text.length <= 80;
              return (
                <td
                  key={column}
                  dir="auto"
                  className={fitsInLine ? "whitespace-nowrap" : "max-w-72 min-w-24 wrap-anywhere"}
                >
                  <span className={isWhole ? undefined : "line-clamp-3"}>{text}</span>
                </td>
              );
            })}
          </tr>
        ))}
      </ListTable>
    </div>
  );
}

/** The beginning of a cell. Ids and numbers are whole, so that they are not mistaken for others. */
function excerptOf(value: Json | undefined): { text: string; isWhole: boolean } {
  const text = value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);
  const isWhole = text.length <= LONGEST_ID && !/\s/.test(text);
  return { text: isWhole || text.length <= 240 ? text : `${text.slice(0, 240)}…`, isWhole };
}
