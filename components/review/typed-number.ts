/** The number that a text stands for, with a decimal point or comma and in any digits; null for another text. */
export function typedNumber(text: string): number | null {
  const plain = text
    .trim()
    .replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 15))
    .replace(/[,٫]/, ".")
    .replace(/^[−–]/, "-");
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : null;
}
