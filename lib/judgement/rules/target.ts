import { OVERALL, PREFERENCE, type Target } from "@/lib/judgement/schema/units";

/** The target of a value, from the item it is given for in study files and protocols. */
export function targetOfItem(item: string): Target {
  return item === OVERALL || item === PREFERENCE ? item : "item";
}

/** The target of a value, from the ids of its unit. */
export function targetOfIds({
  itemId,
  responseBId,
}: {
  itemId: string | null;
  responseBId: string | null;
}): Target {
  if (itemId !== null) return "item";
  return responseBId === null ? OVERALL : PREFERENCE;
}
