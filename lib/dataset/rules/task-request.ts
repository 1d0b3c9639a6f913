/** The request to a model that a task stands for: its instruction, then the text that the instruction applies to. */
export function requestOf({ instruction, input }: { instruction: string; input?: string | null }): string {
  return input ? `${instruction}\n\n${input}` : instruction;
}

/** The instruction of a request that ends with this input, as `requestOf` joined them; otherwise the whole request. */
export function instructionBefore(request: string, input: string | undefined): string {
  const end = input ? `\n\n${input}` : "";
  return end !== "" && request.endsWith(end) ? request.slice(0, -end.length) : request;
}
