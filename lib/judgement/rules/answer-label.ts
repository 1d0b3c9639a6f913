/** An option of a question as people see it. Its value is a code that answers are stored under. */
export const answerLabel = ({ value, label }: { value: string; label: string }): string =>
  label.trim() || value;
