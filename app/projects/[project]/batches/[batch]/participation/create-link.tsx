"use client";

import { Link2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Textarea } from "@/components/ui/textarea";
import { useToast } from "@/components/ui/toast";
import { type ApiError, callApi, problemWith } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";
import { PLATFORM_PRESETS, type PlatformPreset } from "@/lib/participation/rules";

const BLANK = {
  name: "",
  quota: "20",
  share: "",
  completionCode: "",
  completionUrl: "",
  screenedCode: "",
  screenedUrl: "",
  until: "",
  consent: "",
  personParameter: "PROLIFIC_PID",
  studyParameter: "STUDY_ID",
  sessionParameter: "SESSION_ID",
};

/** Form that creates a participation link: platform, quota, parameters and return addresses. */
export function CreateLink({ batch, hasExam }: { batch: string; hasExam: boolean }) {
  const [platform, setPlatform] = useState<PlatformPreset["id"]>("prolific");
  const [form, setForm] = useState(BLANK);
  const request = useRequest();
  const { error, send } = request;
  const router = useRouter();
  const toast = useToast();

  function choose(id: PlatformPreset["id"]) {
    const preset = PLATFORM_PRESETS.find((each) => each.id === id);
    setPlatform(id);
    if (!preset) return;
    const { personParameter, studyParameter, sessionParameter } = preset;
    setForm({ ...form, personParameter, studyParameter, sessionParameter });
  }

  async function submit() {
    const { until, quota, share, ...texts } = form;
    const made = await send(() =>
      callApi("POST", `/api/v1/batches/${batch}/participation`, {
        name: texts.name,
        consent: texts.consent,
        quota: Number(quota),
        share: share === "" ? null : Number(share),
        completionCode: texts.completionCode.trim() || null,
        completionUrl: texts.completionUrl.trim() || null,
        screenedCode: texts.screenedCode.trim() || null,
        screenedUrl: texts.screenedUrl.trim() || null,
        personParameter: texts.personParameter,
        studyParameter: texts.studyParameter.trim() || null,
        sessionParameter: texts.sessionParameter.trim() || null,
        expiresAt: until ? new Date(until).toISOString() : null,
      }),
    );
    if (!made) return false;
    toast.show({ tone: "positive", title: "The link is there" });
    setForm({ ...BLANK, ...pickParameters(form) });
    router.refresh();
    return true;
  }

  const field = (id: keyof typeof BLANK) => ({
    value: form[id],
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [id]: event.target.value }),
  });

  return (
    <FormDialog
      size="lg"
      title="New participation link"
      description="People who open it see the guidelines and what you ask them to agree to, and start at once."
      trigger={
        <Button variant="primary">
          <Link2 aria-hidden="true" />
          New link
        </Button>
      }
      request={request}
      verb="Make link"
      onSubmit={submit}
    >
      <SegmentedControl
        label="Platform"
        segments={PLATFORM_PRESETS.map(({ id, name }) => ({ value: id, label: name }))}
        value={platform}
        onValueChange={choose}
      />
      <Field
        label="Name"
        required
        hint="For yourself: the study's name on the platform."
        error={problemWith(error, "name")}
      >
        <Input maxLength={120} {...field("name")} />
      </Field>
      <QuotaFields error={error} field={field} />
      <CompletionFields error={error} field={field} platform={platform} />
      {hasExam && <ScreenedFields error={error} field={field} />}
      <Field
        label="What they agree to"
        hint="Markdown; shown with the guidelines before they start."
        error={problemWith(error, "consent")}
      >
        <Textarea rows={4} {...field("consent")} />
      </Field>
      <ParameterFields error={error} field={field} />
    </FormDialog>
  );
}

interface LinkFields {
  error: ApiError | undefined;
  /** Value and handler of a text of the form. */
  field: (id: keyof typeof BLANK) => {
    value: string;
    onChange: (event: { target: { value: string } }) => void;
  };
}

/** Fields for the number of participants, each one's share of the work, and the end of the link. */
function QuotaFields({ error, field }: LinkFields) {
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <Field label="Participants" required error={problemWith(error, "quota")}>
        <Input type="number" min={1} {...field("quota")} />
      </Field>
      <Field label="Assignments each" hint="Empty: all available ones." error={problemWith(error, "share")}>
        <Input type="number" min={1} {...field("share")} />
      </Field>
      <Field label="Open until" hint="Empty: until you close it." error={problemWith(error, "expiresAt")}>
        <Input type="datetime-local" {...field("until")} />
      </Field>
    </div>
  );
}

/** Fields for the code or address that participants get once their part is done. */
function CompletionFields({
  error,
  field,
  platform,
}: LinkFields & {
  platform: PlatformPreset["id"];
}) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label="Completion code"
        hint="Shown once their part is done."
        error={problemWith(error, "completionCode")}
      >
        <Input maxLength={200} {...field("completionCode")} />
      </Field>
      <Field
        label="Completion address"
        hint={
          platform === "prolific"
            ? "https://app.prolific.com/submissions/complete?cc=CODE"
            : "Where they go when they are done."
        }
        error={problemWith(error, "completionUrl")}
      >
        <Input type="url" {...field("completionUrl")} />
      </Field>
    </div>
  );
}

/** Fields for the code or address that participants get who do not pass the exam. */
function ScreenedFields({ error, field }: LinkFields) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label="Code for those who do not pass"
        hint="Of the exam. Empty: they get none."
        error={problemWith(error, "screenedCode")}
      >
        <Input maxLength={200} {...field("screenedCode")} />
      </Field>
      <Field label="Address for those who do not pass" error={problemWith(error, "screenedUrl")}>
        <Input type="url" {...field("screenedUrl")} />
      </Field>
    </div>
  );
}

/** Parameters of the address that name person, study and session. */
function ParameterFields({ error, field }: LinkFields) {
  return (
    <Disclosure summary="Parameters of the address">
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label="Person" required error={problemWith(error, "personParameter")}>
          <Input spellCheck={false} {...field("personParameter")} />
        </Field>
        <Field label="Study" error={problemWith(error, "studyParameter")}>
          <Input spellCheck={false} {...field("studyParameter")} />
        </Field>
        <Field label="Session" error={problemWith(error, "sessionParameter")}>
          <Input spellCheck={false} {...field("sessionParameter")} />
        </Field>
      </div>
    </Disclosure>
  );
}

function pickParameters({ personParameter, studyParameter, sessionParameter }: typeof BLANK) {
  return { personParameter, studyParameter, sessionParameter };
}
