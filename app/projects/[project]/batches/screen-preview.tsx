import { Check, Eye, Lock, Pencil, Plus, X } from "lucide-react";
import type { ReactNode } from "react";
import { pointsOf } from "@/lib/batch/rules/design";
import type { Exposure } from "@/lib/judgement/schema";
import { subjectKindOf } from "@/lib/protocol/rules/subject-kind";
import { isLabelledWhole, type Protocol, type Step } from "@/lib/protocol/schema";

/** A decorative sketch of the workbench for a protocol; the steps are described beside it. */
export function ScreenPreview({ protocol }: { protocol: Protocol }) {
  const kind = subjectKindOf(protocol);
  return (
    <div
      aria-hidden="true"
      className="grid grid-cols-[2fr_3fr] gap-px overflow-hidden rounded-md border bg-line text-xs select-none"
    >
      <div className="grid content-start gap-3 bg-canvas p-2.5">
        <Text heading="Instruction" widths={["w-full", "w-2/3"]} />
        {kind === "response" && <Text heading="Response" widths={RESPONSE} />}
        {kind === "pair" && (
          <div className="grid grid-cols-2 gap-2">
            <Text heading="A" widths={RESPONSE} />
            <Text heading="B" widths={RESPONSE} />
          </div>
        )}
      </div>
      <div className="grid content-start gap-2 bg-surface p-2.5">
        {protocol.steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step has no other name than its place
          <StepSketch key={index} step={step} />
        ))}
        <div className="mt-1 justify-self-end rounded-sm bg-accent px-2 py-0.5 text-on-accent">Submit</div>
      </div>
    </div>
  );
}

const RESPONSE = ["w-full", "w-11/12", "w-[97%]", "w-4/5", "w-1/2"];

function Text({ heading, widths }: { heading: string; widths: string[] }) {
  return (
    <div className="grid gap-1">
      <span className="text-muted">{heading}</span>
      {widths.map((width) => (
        <Line key={width} width={width} />
      ))}
    </div>
  );
}

function Line({ width }: { width: string }) {
  return <div className={`h-1 rounded-sm bg-control/40 ${width}`} />;
}

function StepSketch({ step }: { step: Step }) {
  switch (step.type) {
    case "rubric":
      return (
        <>
          {step.exposure === "draft-first" &&
            ["w-11/12", "w-3/4", "w-5/6"].map((width) => (
              <Draft key={width}>
                <Line width={width} />
                <Decisions />
              </Draft>
            ))}
          <div className="flex items-center gap-1 rounded-sm border border-add-line px-1.5 py-1 text-add">
            <Plus className="size-3" /> Add {step.kind === "checklist" ? "a question" : "a criterion"}
          </div>
          <Behind exposure={step.exposure} />
        </>
      );
    case "judge":
      return ["w-2/3", "w-1/2"].map((width) => (
        <div key={width} className="grid gap-1.5 rounded-sm border p-1.5">
          <Line width={width} />
          {SHOWN_AT_ONCE.has(step.exposure) && (
            <Draft>
              <Line width="w-full" />
              <Decisions />
            </Draft>
          )}
          {/* Some questions offer n/a as well: that is known of each question, not of a source of checklists. */}
          <Options labels={step.kind === "checklist" ? ["Yes", "No"] : ["1", "2", "3", "4", "5"]} />
          <Behind exposure={step.exposure} />
        </div>
      ));
    case "score":
      return (
        <div className="grid gap-1.5 rounded-sm border border-accent-line p-1.5">
          <span className="flex items-center gap-1 font-medium">
            Overall {step.opens === "when-judged" && <Lock className="size-3 text-muted" />}
          </span>
          <Options labels={pointsOf(step.scale).map(String)} />
          <Behind exposure={step.exposure} />
        </div>
      );
    case "prefer":
      return (
        <div className="grid gap-1.5 rounded-sm border border-accent-line p-1.5">
          <span className="font-medium">A or B</span>
          <Options labels={step.form === "five-point" ? ["A ≫", "A >", "=", "B >", "B ≫"] : ["A", "B"]} />
          <Behind exposure={step.exposure} />
        </div>
      );
    case "label":
      return (isLabelledWhole(step.about) ? ["w-3/4"] : ["w-2/3", "w-1/2"]).map((width) => (
        <div key={width} className="grid gap-1.5 rounded-sm border p-1.5">
          <Line width={width} />
          <Options
            labels={
              step.about === "matches" ? ["B1", "B2", "B3"] : step.labels.slice(0, 6).map(({ name }) => name)
            }
          />
          <Behind exposure={step.exposure} />
        </div>
      ));
    case "ask":
      return (
        <div className="grid gap-1.5 rounded-sm border p-1.5">
          <Line width="w-3/4" />
          {step.form === "number" || step.form === "text" ? (
            <span className={step.form === "text" ? "h-6 rounded-sm border" : "h-4 w-10 rounded-sm border"} />
          ) : (
            <Options labels={step.options.flatMap(({ label }) => (label === "" ? [] : [label]))} />
          )}
        </div>
      );
  }
}

const SHOWN_AT_ONCE: ReadonlySet<Exposure> = new Set(["draft-first", "score-hidden"]);

/** A draft that is hidden until requested. */
function Behind({ exposure }: { exposure: Exposure }) {
  if (exposure === "none" || SHOWN_AT_ONCE.has(exposure)) return null;
  return (
    <Draft>
      <span className="flex items-center gap-1 text-muted">
        <Eye className="size-3" /> Show the draft
      </span>
    </Draft>
  );
}

/** Model output has a dotted edge. */
function Draft({ children }: { children: ReactNode }) {
  return <div className="grid gap-1 border-s-2 border-dotted border-control ps-1.5">{children}</div>;
}

function Decisions() {
  return (
    <div className="flex gap-1 [&_svg]:size-2.5">
      <Check className="text-accept" />
      <Pencil className="text-revise" />
      <X className="text-remove" />
    </div>
  );
}

function Options({ labels }: { labels: string[] }) {
  return (
    <div className="flex flex-wrap gap-0.5">
      {labels.map((label) => (
        <span key={label} className="rounded-sm border px-1 text-[0.625rem] leading-4 text-muted">
          {label}
        </span>
      ))}
    </div>
  );
}
