/** Controls that a click or Enter operates; a second click on one is part of a double click. */
const CONTROL = "button, a[href], summary, [role=button], [role=option], [role=menuitem]";

/** Marks a control that stays where it is and is clicked several times in a row on purpose, such as Undo. */
const REPEATABLE = "[data-repeatable]";

let pointing = false;

/** True if the last input was the pointer rather than the keyboard. */
export const isPointing = () => pointing;

/**
 * Makes a held key or a double click act only once. Repeats of a key that did something (`used`) are dropped
 * until it is released, wherever the focus is by then; so are repeats of Enter on a control. The second click
 * of a double click is ignored, as another control may be there by then.
 */
export function ignoreRepeatedInput(): { used: (code: string) => void; stop: () => void } {
  const heldKeys = new Set<string>();

  const point = () => {
    pointing = true;
  };
  function down(event: KeyboardEvent) {
    pointing = false;
    if (!event.repeat) return void heldKeys.delete(event.code);
    if (heldKeys.has(event.code) || (event.key === "Enter" && isOnControl(event))) drop(event);
  }
  function click(event: MouseEvent) {
    if (event.detail > 1 && isOnControl(event) && !isOn(event, REPEATABLE)) drop(event);
  }

  window.addEventListener("keydown", down, { capture: true });
  window.addEventListener("click", click, { capture: true });
  window.addEventListener("pointerdown", point, { capture: true });
  return {
    used: (code) => heldKeys.add(code),
    stop() {
      window.removeEventListener("keydown", down, { capture: true });
      window.removeEventListener("click", click, { capture: true });
      window.removeEventListener("pointerdown", point, { capture: true });
    },
  };
}

const isOn = ({ target }: Event, selector: string) =>
  target instanceof Element && target.closest(selector) !== null;

const isOnControl = (event: Event) => isOn(event, CONTROL);

function drop(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
