"use client";

import clsx from "clsx";
import { ChevronDown, ChevronUp } from "lucide-react";
import { memo, useMemo, useRef, useState } from "react";
import { useTranslations } from "@/components/i18n/translations";
import { Prose } from "@/components/prose/prose";
import type { Highlight } from "@/components/prose/quotes";
import { PublishedAnswers } from "@/components/question/published-answers";
import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import type { Published } from "@/lib/question/schema";
import {
  type AssignmentContent,
  type PreparedTexts,
  preparedTexts,
} from "@/lib/review/rules/assignment-texts";
import { GuidelinesPanel } from "./guidelines-panel";
import { pairView } from "./lazy-steps";
import { Outline } from "./outline";
import { useTextInSight } from "./text-in-sight";
import { useIsClipped } from "./use-is-clipped";

interface ContentPaneProps {
  content: AssignmentContent;
  /** In the workbench: its batch, and whether it is the annotator's first assignment there. */
  batch?: string;
  isFirst?: boolean;
  /** Questions answered for all annotators of the batch. */
  published?: readonly Published[];
  /** Passages quoted by drafts; must be a stable list between renders. */
  highlights: readonly Highlight[];
  active: string | null;
  /** Words of the instruction quoted by the focused item. */
  instructionMarks?: ActiveHighlights;
}

export interface ActiveHighlights {
  highlights: readonly Highlight[];
  active: string | null;
}

const NO_MARKS: ActiveHighlights = { highlights: [], active: null };

/**
 * Material to judge: instruction, input or conversation, response, reference, guidelines. Collapsed on
 * phones.
 */
export const ContentPane = memo(function ContentPane({
  content,
  batch = "read",
  isFirst = false,
  published = [],
  highlights,
  active,
  instructionMarks = NO_MARKS,
}: ContentPaneProps) {
  const t = useTranslations();
  const [open, setOpen] = useState(false);
  const [inSight] = useTextInSight();
  const { task, response, pair, guidelines, disclosures = [] } = content;
  const prepared = useMemo(() => preparedTexts(content), [content]);
  const pane = useRef<HTMLDivElement>(null);
  const texts = useRef<HTMLDivElement>(null);
  const isClipped = useIsClipped(pane, texts);
  const PairView = pairView.loaded();
  return (
    <div
      ref={pane}
      data-tour="content"
      className={clsx(
        "relative",
        inSight && "max-lg:max-h-[38dvh] max-lg:overflow-y-auto",
        !open && !inSight && "max-lg:max-h-[max(42dvh,12rem)] max-lg:overflow-y-auto",
      )}
    >
      <div ref={texts} className="grid gap-5 p-4 sm:p-5">
        <Outline of={texts} />
        {(guidelines.trim() !== "" || disclosures.length > 0) && (
          <GuidelinesPanel
            text={guidelines}
            disclosures={disclosures}
            prepared={prepared.get(guidelines)}
            batch={batch}
            isFirst={isFirst}
          />
        )}
        {published.length > 0 && (
          <Disclosure summary={t("question.and-answers", { count: published.length })} className="-my-1">
            <PublishedAnswers answers={published} />
          </Disclosure>
        )}
        <Prose
          text={task.instruction}
          prepared={prepared.get(task.instruction)}
          label={t("content.instruction")}
          {...instructionMarks}
        />
        {task.messages && task.messages.length > 0 && (
          <Conversation messages={task.messages} prepared={prepared} />
        )}
        {task.input && (
          <Prose text={task.input} prepared={prepared.get(task.input)} label={t("content.input")} />
        )}
        {response && (
          <div data-quotable="">
            <Prose
              text={response.text}
              prepared={prepared.get(response.text)}
              label={t("content.response")}
              highlights={highlights}
              active={active}
            />
          </div>
        )}
        {pair && PairView && (
          <div data-quotable="">
            <PairView pair={pair} prepared={prepared} highlights={highlights} active={active} />
          </div>
        )}
        {task.reference && (
          <Disclosure summary={t("content.reference")} className="-my-1">
            <Prose
              text={task.reference}
              prepared={prepared.get(task.reference)}
              label={t("content.reference")}
              toolbar={false}
            />
          </Disclosure>
        )}
      </div>
      <div
        className={clsx(
          "sticky bottom-0 border-t bg-surface p-1 text-center short:static lg:hidden",
          (inSight || !isClipped) && "hidden",
        )}
      >
        <Button size="sm" variant="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? <ChevronUp aria-hidden="true" /> : <ChevronDown aria-hidden="true" />}
          {t(open ? "content.less" : "content.more")}
        </Button>
      </div>
    </div>
  );
});

const ROLES = ["user", "assistant", "system", "tool"] as const;

interface ConversationProps {
  messages: { role: string; content: string }[];
  prepared: PreparedTexts;
}

function Conversation({ messages, prepared }: ConversationProps) {
  const t = useTranslations();
  const roleOf = (role: string) => {
    const known = ROLES.find((one) => one === role);
    return known ? t(`content.role.${known}`) : role;
  };
  return (
    <section aria-label={t("content.conversation")} className="grid gap-2">
      <h3 className="text-sm font-medium">{t("content.conversation.so-far")}</h3>
      <ol className="grid gap-2">
        {messages.map((message, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: turns never move, and nothing else tells them apart
            key={index}
            className={clsx(
              // The turn has its own background, so the text's box draws none.
              "rounded-md border p-3 [&_.prose-box]:border-0 [&_.prose-box]:bg-transparent [&_.prose-box]:p-0",
              message.role === "user" ? "me-6 bg-surface" : "ms-6 bg-sunken",
            )}
          >
            <Prose
              text={message.content}
              prepared={prepared.get(message.content)}
              label={t("content.turn", { role: roleOf(message.role), number: index + 1 })}
              heading={<span className="inline-block first-letter:uppercase">{roleOf(message.role)}</span>}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}
