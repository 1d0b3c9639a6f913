/** Something the person who started us can put right. It is shown as one line, without a stack. */
export class Refusal extends Error {
  /** @override */
  name = "Refusal";
}
