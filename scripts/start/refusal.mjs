/** An error the operator can fix, shown as one line without a stack. */
export class Refusal extends Error {
  /** @override */
  name = "Refusal";
}
