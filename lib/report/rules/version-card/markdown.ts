import { settingsOf } from "@/lib/judge/rules/diff";
import { FEW_TASKS } from "@/lib/report/rules/render/format-cell";
import { escapeMarkdown } from "@/lib/report/rules/render/markdown";
import type { VersionCard } from "@/lib/report/schema/version-card";
import { type CardLine, developmentLines, figureLines, NO_VALUE, shareText, tunedOnText } from "./lines";
import { type CardTable, CONFUSION_NOTE, confusionReason, confusionTable, criteriaTable } from "./tables";

const row = (cells: readonly string[]) => `| ${cells.map(escapeMarkdown).join(" | ")} |`;

function table(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return [row(header), row(header.map(() => "---")).replaceAll("\\", ""), ...rows.map(row), ""];
}

const cellsOf = ({ label, value, interval, of, reason }: CardLine) => [
  label,
  value === NO_VALUE && reason !== "" ? `${value} (${reason})` : value,
  interval,
  of,
];

const NUMBERS = ["", "Value", "95 % interval", "From"];

const cardTable = ({ header, rows }: CardTable) => table(header, rows);

function confusionPart(confusion: VersionCard["development"]["confusion"]): string[] {
  if (confusion.reason !== null)
    return [`There is no table of its values beside people’s: ${confusionReason(confusion)}.`, ""];
  return ["Its values beside people’s:", "", ...cardTable(confusionTable(confusion)), CONFUSION_NOTE, ""];
}

/** A fence longer than any run of backticks in the text. */
function fenced(text: string): string[] {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return [fence, text, fence, ""];
}

/** The card as one Markdown file. */
export function versionCardMarkdown(card: VersionCard): string {
  const { judge, version, dataset, split, development, heldOut } = card;
  const { subject } = version.spec;
  const tags = development.details?.tags ?? [];
  const bins = development.details?.calibration.bins ?? [];
  return [
    `# Judge card: ${escapeMarkdown(judge.name)}, version ${version.number}`,
    "",
    ...table(
      ["", ""],
      [
        ["Dataset", dataset.name],
        ["Hash", version.hash],
        ["Model", version.spec.panel ? version.model : `${version.model}, by ${version.endpoint}`],
        [
          "Members",
          version.spec.panel?.members
            .map(({ judge: name, number, model }) => `${name}, version ${number} (${model})`)
            .join("; ") ?? "",
        ],
        [
          "Origin",
          version.origin === null
            ? "written here"
            : `${version.origin}${version.isModified ? ", modified" : ""}`,
        ],
        ["Made", version.createdAt.toISOString()],
        ["Note", version.note],
        [
          "Labelled tasks",
          `${split.labelled.examples} examples, ${split.labelled.development} development, ${split.labelled["held-out"]} held out (seed ${split.seed})`,
        ],
        ["Card", `${card.madeAt.toISOString()}, rules ${card.rules}`],
      ].filter(([, text]) => text !== ""),
    ),
    "## What it was tuned on",
    "",
    ...tunedOnText(card).map((sentence) => `- ${escapeMarkdown(sentence)}`),
    "",
    "## Held-out labels",
    "",
    ...(heldOut.length === 0
      ? ["Nobody has looked yet, so there is no figure for labels that its author could not see.", ""]
      : heldOut.flatMap((look) => [
          `Look ${look.count} at these labels, ${look.at.toISOString()}:`,
          "",
          ...table(NUMBERS, figureLines(look.figures, subject).map(cellsOf)),
        ])),
    "## Development labels",
    "",
    "The version was made with these labels in view, so that these figures are too good.",
    "",
    ...table(NUMBERS, developmentLines(card).map(cellsOf)),
    ...(development.change
      ? [
          `Change from version ${development.change.from}, on the units of both:`,
          "",
          ...table(NUMBERS, figureLines(development.change.figures, subject, true).map(cellsOf)),
        ]
      : []),
    ...confusionPart(development.confusion),
    ...(development.criteria.length > 0
      ? [
          "By criterion, of those that several tasks share:",
          "",
          ...cardTable(criteriaTable(development.criteria)),
        ]
      : []),
    ...(tags.length > 0
      ? [
          `By tag; fewer than ${development.details?.fewestPerTag ?? "enough"} units leave accuracy open by more than ten points. What could not be read counts as wrong here.`,
          "",
          ...table(
            ["Tag", "Accuracy", "Units", "Enough units"],
            tags.map(({ tag, accuracy, n, isReadable }) => [
              tag,
              shareText(accuracy),
              String(n),
              isReadable ? "yes" : "no",
            ]),
          ),
        ]
      : []),
    ...(bins.length > 0
      ? [
          "Shares of samples with the same value, and how often they are right:",
          "",
          ...table(
            ["Share", "Mean", "Right", "Values"],
            bins.map(({ low, high, confidence, right, n }) => [
              `${low.toFixed(1)} to ${high.toFixed(1)}`,
              confidence.toFixed(2),
              right.toFixed(2),
              String(n),
            ]),
          ),
        ]
      : []),
    FEW_TASKS,
    "",
    "## What it sends",
    "",
    ...table(["", ""], Object.entries(settingsOf(version))),
    ...(version.spec.system.trim() === "" ? [] : ["System:", "", ...fenced(version.spec.system)]),
    "Message:",
    "",
    ...fenced(version.spec.user),
    "Examples with their texts are in the card as JSON.",
    "",
  ].join("\n");
}
