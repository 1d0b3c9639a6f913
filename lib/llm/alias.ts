/** A date at the end of a model's name, in any of the providers' formats. */
const DATED =
  /[-@:](?:20\d\d-?(?:0[1-9]|1[0-2])-?(?:0[1-9]|[12]\d|3[01])|(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])|2\d(?:0[1-9]|1[0-2]))$/;

/**
 * True if the model that answered is the requested one: the same name, or a dated snapshot of it, with or
 * without the provider in front, as in `gpt-4o`, `openai/gpt-4o`, `gpt-4o-2024-08-06`, `gpt-4-0613` and
 * `claude-3-5-sonnet@20240620`. Another date than the requested one is another model.
 */
export function isSameModel(requested: string, answered: string): boolean {
  const [a, b] = [requested, answered].map((name) => name.trim().toLowerCase().split("/"));
  if (!a || !b) return false;
  const [wanted = "", got = ""] = [a.pop(), b.pop()];
  // One may lack the other's prefix, but prefixes must not differ.
  const [fewer, more] = a.length < b.length ? [a, b] : [b, a];
  if (fewer.length > 0 && more.slice(-fewer.length).join("/") !== fewer.join("/")) return false;
  return wanted === got || wanted.replace(/-latest$/, "") === got.replace(DATED, "");
}
