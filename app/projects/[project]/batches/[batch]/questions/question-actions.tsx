"use client";

import { Check, Megaphone, Undo2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { MessageForm } from "@/components/question/message-form";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import { useToast } from "@/components/ui/toast";
import { callApi, problemWith } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";
import type { PublishAnswerBody } from "@/lib/question/schema";
import { MAX_ANSWER, MAX_QUESTION } from "@/lib/question/schema/limits";

interface QuestionActionsProps {
  id: string;
  waiting: boolean;
  published: boolean;
  /** Initial values of a publication. */
  proposal: PublishAnswerBody;
}

/** Forms to answer a question, and to publish the answer. */
export function QuestionActions({ id, waiting, published, proposal }: QuestionActionsProps) {
  const router = useRouter();
  const toast = useToast();
  const settling = useRequest();
  const [publishing, setPublishing] = useState(false);
  const [withdrawing, setWithdrawing] = useState(false);
  const path = `/api/v1/questions/${id}`;

  function done(title: string) {
    toast.show({ title, tone: "positive" });
    router.refresh();
  }

  async function resolve() {
    if (await settling.send(() => callApi("POST", `${path}/settle`, {}))) done("Needs no answer");
  }

  async function withdraw() {
    const answer = await callApi("POST", `${path}/withdraw`, {});
    if (answer.ok) return done("Answer withdrawn");
    toast.show({ title: "Nothing was changed", description: answer.error.message, tone: "danger" });
  }

  return (
    <div className="grid gap-3">
      <MessageForm
        label="Your answer"
        verb="Send answer"
        most={MAX_ANSWER}
        path={`${path}/answer`}
        hint="Only the annotator who asked reads it."
        onSent={() => done("Answer sent")}
      />
      {settling.error && (
        <p role="alert" className="text-sm text-danger">
          {settling.error.message}
        </p>
      )}
      <div className="flex flex-wrap gap-2 border-t pt-3">
        {waiting && (
          <Button size="sm" busy={settling.busy} onClick={() => void resolve()}>
            <Check aria-hidden="true" />
            Needs no answer
          </Button>
        )}
        {published ? (
          <Button size="sm" onClick={() => setWithdrawing(true)}>
            <Undo2 aria-hidden="true" />
            Withdraw the published answer…
          </Button>
        ) : (
          <Button size="sm" onClick={() => setPublishing(true)}>
            <Megaphone aria-hidden="true" />
            Publish to all annotators…
          </Button>
        )}
      </div>
      {publishing && (
        <PublishDialog
          path={`${path}/publish`}
          proposal={proposal}
          onClose={() => setPublishing(false)}
          onDone={() => {
            setPublishing(false);
            done("Answer published");
          }}
        />
      )}
      <ConfirmDialog
        open={withdrawing}
        onOpenChange={setWithdrawing}
        title="Withdraw the published answer?"
        description="Annotators no longer see it. The time for which it was published is kept on record."
        confirmLabel="Withdraw answer"
        onConfirm={withdraw}
      />
    </div>
  );
}

interface PublishDialogProps {
  path: string;
  proposal: PublishAnswerBody;
  onClose: () => void;
  onDone: () => void;
}

function PublishDialog({ path, proposal, onClose, onDone }: PublishDialogProps) {
  const [words, setWords] = useState(proposal);
  const { busy, error, send } = useRequest();

  async function publish() {
    if (await send(() => callApi("POST", path, words))) onDone();
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Publish to all annotators"
      description="All annotators of this batch read it beside the guidelines, without a name. Word it so that it does not reveal what was judged."
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button variant="primary" busy={busy} onClick={() => void publish()}>
            Publish answer
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Field label="Question" required error={problemWith(error, "question")}>
          <Textarea
            value={words.question}
            maxLength={MAX_QUESTION}
            onChange={(event) => setWords({ ...words, question: event.target.value })}
          />
        </Field>
        <Field label="Answer" required error={problemWith(error, "answer")}>
          <Textarea
            value={words.answer}
            maxLength={MAX_ANSWER}
            onChange={(event) => setWords({ ...words, answer: event.target.value })}
          />
        </Field>
        {error && !error.problems && (
          <p role="alert" className="text-sm text-danger">
            {error.message}
          </p>
        )}
      </div>
    </Dialog>
  );
}
