import { expect, test } from "vitest";
import {
  actionOf,
  areDistinct,
  badgeOf,
  capsOf,
  conflictingAction,
  keyRefusal,
  keysWith,
  USUAL_KEYS,
} from "@/lib/shortcuts/rules";
import { KeyAction, OwnKeys } from "@/lib/shortcuts/schema";

const press = (key: string, more: Partial<Parameters<typeof actionOf>[0]> = {}) => ({
  key,
  code: "",
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
});

test("every default key could be chosen, and belongs to one action", () => {
  for (const action of KeyAction.options)
    for (const key of USUAL_KEYS[action]) {
      expect(OwnKeys.safeParse({ [action]: key }).success, key).toBe(true);
      expect(keyRefusal(key), key).toBeNull();
      expect(conflictingAction(key, action, USUAL_KEYS), key).toBeNull();
    }
});

test("an own key replaces all default keys of its action only", () => {
  const keys = keysWith({ next: "g", submit: "mod+." });
  expect(actionOf(press("g"), keys)).toBe("next");
  expect(actionOf(press("j"), keys)).toBeNull();
  expect(actionOf(press("ArrowDown"), keys)).toBeNull();
  expect(actionOf(press("k"), keys)).toBe("previous");
  expect(actionOf(press(".", { metaKey: true }), keys)).toBe("submit");
  expect(actionOf(press("Enter", { ctrlKey: true }), keys)).toBeNull();
});

test("a keyboard of another script works by the Latin letter on the key", () => {
  expect(actionOf(press("ش", { code: "KeyA" }), USUAL_KEYS)).toBe("accept");
  expect(actionOf(press("Process", { code: "KeyX" }), USUAL_KEYS)).toBe("remove");
  // On a French keyboard the key in that position types another Latin letter, which is what counts.
  expect(actionOf(press("q", { code: "KeyA" }), USUAL_KEYS)).toBeNull();
  const arabic = keysWith({ accept: "ق" });
  expect(actionOf(press("ق", { code: "KeyR" }), arabic)).toBe("accept");
});

test("keys that never reach the page, answer on a scale or control the page are refused, each with its reason", () => {
  for (const key of ["mod+w", "mod+a", "f5", "insert", "capslock", "mod+1"])
    expect(keyRefusal(key)).toBe("of-browser");
  for (const key of ["0", "9", "٣"]) expect(keyRefusal(key)).toBe("of-digits");
  for (const key of [" ", "tab", "escape", "pagedown"]) expect(keyRefusal(key)).toBe("of-page");
  expect(keyRefusal("g", true)).toBe("of-browser");
  for (const key of ["g", ";", "ß", "ق", "arrowleft", "home", "mod+;"]) expect(keyRefusal(key)).toBeNull();
});

test("a key in use is refused with its action, also when an own key has freed or taken it", () => {
  expect(conflictingAction("x", "accept", USUAL_KEYS)).toBe("remove");
  expect(conflictingAction("a", "accept", USUAL_KEYS)).toBeNull();
  expect(conflictingAction("a", "remove", keysWith({ accept: "g" }))).toBeNull();
  expect(conflictingAction("g", "remove", keysWith({ accept: "g" }))).toBe("accept");
});

test("stored keys never collide", () => {
  expect(areDistinct({})).toBe(true);
  expect(areDistinct({ accept: "x", remove: "a" })).toBe(true);
  expect(areDistinct({ accept: "x" })).toBe(false);
  expect(areDistinct({ accept: "g", remove: "g" })).toBe(false);
  expect(areDistinct({ accept: "7" })).toBe(false);
  expect(areDistinct({ accept: "mod+w" })).toBe(false);
});

test("an own key stays with its action when another action later gets it as default", () => {
  const keys = keysWith({ accept: "m", remove: "s" });
  expect(actionOf(press("m"), keys)).toBe("accept");
  expect(keys.note).toEqual([]);
  expect(badgeOf("note", keys)).toBe("");
  expect(areDistinct({ accept: "m", remove: "s" })).toBe(true);
  expect(areDistinct({ accept: "m", note: "m" })).toBe(false);
  expect(keysWith({ accept: "m", note: "t" }).note).toEqual(["t"]);
});

test("stored keys match their schema", () => {
  expect(OwnKeys.safeParse({ accept: "g" }).success).toBe(true);
  expect(OwnKeys.safeParse({ fly: "g" }).success).toBe(false);
  expect(OwnKeys.safeParse({ accept: "" }).success).toBe(false);
  expect(OwnKeys.safeParse({ accept: "<script>" }).success).toBe(false);
});

test("keys are printed as on a keyboard", () => {
  expect(capsOf("mod+enter")).toEqual(["Ctrl/⌘", "Enter"]);
  expect(capsOf("arrowdown")).toEqual(["↓"]);
  expect(badgeOf("submit", USUAL_KEYS)).toBe("Ctrl ↵");
  expect(badgeOf("undo", USUAL_KEYS)).toBe("Ctrl Z");
  expect(badgeOf("redo", USUAL_KEYS)).toBe("Ctrl ⇧ Z");
  expect(capsOf("mod+shift+z")).toEqual(["Ctrl/⌘", "⇧", "Z"]);
  expect(badgeOf("accept", keysWith({ accept: "arrowleft" }))).toBe("←");
});
