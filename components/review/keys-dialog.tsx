"use client";

import clsx from "clsx";
import { type KeyboardEvent, useRef, useState } from "react";
import { useTranslations } from "@/components/i18n/translations";
import { useAnnounce } from "@/components/ui/announcer";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";
import { IDLE_AFTER_MS } from "@/lib/review/client/active-time";
import { capsOf, conflictingAction, type Keys, keyRefusal, namesOf } from "@/lib/shortcuts/rules";
import type { KeyAction } from "@/lib/shortcuts/schema";
import { useOwnKeys } from "./key-bindings";
import { KEY_GROUPS, type ShortcutRow } from "./keys";

/** Dialog behind "?": every key of the workbench, with a way to change it. */
export function KeysDialog({
  open,
  onOpenChange,
  onTour,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onTour?: () => void;
}) {
  const t = useTranslations();
  const { keys, change } = useOwnKeys();
  const announce = useAnnounce();
  const [changing, setChanging] = useState<KeyAction | null>(null);

  async function reset() {
    if (await change?.(null)) announce(t("keys.restored"));
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        setChanging(null);
        onOpenChange(next);
      }}
      title={t("keys.title")}
      description={`${t("keys.about")}${change ? ` ${t("keys.about.change")}` : ""}`}
      size="lg"
    >
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        {KEY_GROUPS.map((section) => (
          <section key={section.title} className="grid content-start gap-2">
            <h3 className="text-sm text-muted">{t(`keys.${section.title}`)}</h3>
            <dl className="grid gap-1.5">
              {section.rows.map((row) => (
                <ShortcutLine
                  key={typeof row === "object" ? row.fixed : row}
                  row={row}
                  keys={keys}
                  changing={changing}
                  onChanging={setChanging}
                />
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div className="mt-4 flex flex-wrap gap-2">
        {change && (
          <Button size="sm" onClick={() => void reset()}>
            {t("keys.reset")}
          </Button>
        )}
        {onTour && (
          <Button
            size="sm"
            onClick={() => {
              onOpenChange(false);
              onTour();
            }}
          >
            {t("tour.again")}
          </Button>
        )}
      </div>
      <section className="mt-5 grid gap-1 border-t pt-4 text-sm">
        <h3 className="text-muted">{t("keys.measured")}</h3>
        <p>{t("keys.measured.what", { seconds: IDLE_AFTER_MS / 1000 })}</p>
      </section>
    </Dialog>
  );
}

interface ShortcutLineProps {
  row: ShortcutRow;
  keys: Keys;
  /** The action whose key is being changed. */
  changing: KeyAction | null;
  onChanging: (action: KeyAction | null) => void;
}

/** One action and its key. */
function ShortcutLine({ row, keys, changing, onChanging }: ShortcutLineProps) {
  const t = useTranslations();
  const isFixed = typeof row === "object";
  const does = t(isFixed ? `keys.${row.fixed}` : `keys.${row}`);
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <dt className="w-28 shrink-0">
        {isFixed ? (
          <Caps caps={row.caps} />
        ) : (
          <ActionKeys
            action={row}
            does={does}
            isChanging={changing === row}
            onChanging={(on) => onChanging(on ? row : null)}
          />
        )}
      </dt>
      <dd className="min-w-0 flex-1 text-sm">{does}</dd>
      {!isFixed && changing === row && <NewKey action={row} keys={keys} onDone={() => onChanging(null)} />}
    </div>
  );
}

function Caps({ caps }: { caps: readonly string[] }) {
  return (
    <bdi dir="ltr" className="inline-flex flex-wrap gap-1 p-0.5">
      {caps.map((cap, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: caps never move, and two keys of an action may share one
        <Kbd key={place}>{cap}</Kbd>
      ))}
    </bdi>
  );
}

interface ActionKeysProps {
  action: KeyAction;
  does: string;
  isChanging: boolean;
  onChanging: (on: boolean) => void;
}

/** Keys of an action: a button if they can be changed. */
function ActionKeys({ action, does, isChanging, onChanging }: ActionKeysProps) {
  const t = useTranslations();
  const { keys, change } = useOwnKeys();
  // An action whose default key was given to another action has none.
  const caps = <Caps caps={keys[action].length === 0 ? ["–"] : keys[action].flatMap(capsOf)} />;
  if (!change) return caps;
  return (
    <button
      type="button"
      aria-label={`${t("keys.change", { action: does })} (${keys[action].flatMap(capsOf).join(" ")})`}
      aria-expanded={isChanging}
      onClick={() => onChanging(!isChanging)}
      className="hit-area rounded-sm hover:bg-hover"
    >
      {caps}
    </button>
  );
}

interface NewKeyProps {
  action: KeyAction;
  keys: ReturnType<typeof useOwnKeys>["keys"];
  onDone: () => void;
}

/** Waits for a key press and assigns it to the action; shows why where that is not possible. */
function NewKey({ action, keys, onDone }: NewKeyProps) {
  const t = useTranslations();
  const announce = useAnnounce();
  const { change } = useOwnKeys();
  const [problem, setProblem] = useState<string | null>(null);
  const saving = useRef(false);

  async function press(event: KeyboardEvent) {
    const isModifier = ["Shift", "Control", "Meta", "Alt", "AltGraph"].includes(event.key);
    if (event.key === "Tab" || isModifier || saving.current) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape") return onDone();
    const name = namesOf(event.nativeEvent)[0] ?? "";
    const key = capsOf(name).join(" ");
    const refused = keyRefusal(name, event.altKey);
    if (refused) return setProblem(t(`keys.${refused}`, { key }));
    const other = conflictingAction(name, action, keys);
    if (other) return setProblem(t("keys.taken", { key, action: t(`keys.${other}`) }));
    saving.current = true;
    const isSaved = await change?.({ action, key: name });
    saving.current = false;
    if (!isSaved) return;
    announce(t("keys.changed", { action: t(`keys.${action}`), key }));
    onDone();
  }

  return (
    <div className="grid w-full gap-1">
      <button
        ref={(element) => element?.focus()}
        type="button"
        onKeyDown={(event) => void press(event)}
        className={clsx(
          "rounded-md border border-dashed px-3 py-2 text-start text-sm",
          problem ? "border-danger-line bg-danger-soft" : "border-accent-line bg-accent-soft",
        )}
      >
        {t("keys.press")}
      </button>
      <p role="alert" className="text-xs text-danger">
        {problem}
      </p>
    </div>
  );
}
