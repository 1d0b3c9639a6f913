import { useState } from "react";
import type { MethodChoice } from "@/app/projects/[project]/drafts/new/method-choices";
import { Field } from "@/components/ui/field";
import { RadioGroup } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import { partsOfMethodId } from "@/lib/drafting/rules/method";
import { NEED_WORDS, PRODUCES_WORDS, SUBJECT_WORDS, wordingOf } from "@/lib/drafting/rules/wording";

interface MethodFieldsProps {
  methods: readonly MethodChoice[];
  chosen: MethodChoice | undefined;
  onChoose: (id: string) => void;
}

/** The choice of a method. A method in both output formats is one entry; the format is a separate choice. */
export function MethodFields({ methods, chosen, onChoose }: MethodFieldsProps) {
  const papers = [...new Set(methods.map(({ paper }) => paper))];
  const [paper, setPaper] = useState(chosen?.paper ?? papers[0] ?? "");
  const offered = methods.filter((method) => method.paper === paper && method.profile === "faithful");
  const base = (id: string) => partsOfMethodId(id).method;
  const form = (profile: MethodChoice["profile"]) =>
    methods.find((method) => chosen && base(method.id) === base(chosen.id) && method.profile === profile);
  const forms = (["faithful", "structured"] as const).flatMap((profile) => form(profile) ?? []);
  return (
    <div className="grid gap-5">
      <Field label="Paper">
        <Select
          value={paper}
          choices={papers.map((value) => ({ value, label: value }))}
          onValueChange={(next) => {
            setPaper(next);
            const first = methods.find((method) => method.paper === next);
            if (first) onChoose(first.id);
          }}
        />
      </Field>
      <RadioGroup
        label="Method"
        look="cards"
        value={chosen ? base(chosen.id) : ""}
        onValueChange={onChoose}
        options={offered.map((method) => ({
          value: method.id,
          label: method.title,
          hint: (
            <span className="grid gap-1">
              <span>{method.description}</span>
              <span>
                Drafts {PRODUCES_WORDS[method.produces]} for {SUBJECT_WORDS[method.subject]}
                {method.needs.length > 0 &&
                  `; needs ${method.needs.map((need) => NEED_WORDS[need]).join(" and ")}`}
                . {wordingOf(method.paper, "short")}
              </span>
            </span>
          ),
        }))}
      />
      {forms.length > 1 && chosen && <OutputFormat chosen={chosen} form={form} onChoose={onChoose} />}
    </div>
  );
}

function OutputFormat({
  chosen,
  form,
  onChoose,
}: {
  chosen: MethodChoice;
  form: (profile: MethodChoice["profile"]) => MethodChoice | undefined;
  onChoose: (id: string) => void;
}) {
  return (
    <RadioGroup
      label="Output format"
      value={chosen.profile}
      onValueChange={(profile) => {
        const next = form(profile);
        if (next) onChoose(next.id);
      }}
      options={[
        { value: "faithful", label: "Text, read as in the paper" },
        {
          value: "structured",
          label: "JSON",
          hint: "Fewer answers that cannot be read. It changes how accurate judges are: never mix the two in one table.",
        },
      ]}
    />
  );
}
