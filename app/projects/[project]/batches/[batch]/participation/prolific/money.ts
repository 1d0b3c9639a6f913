import { formatMoney } from "@/components/ui/format";

/** An amount in pence or cents; the currency is unknown until Prolific has said it. */
export const formatAmount = (amount: number, currency: string | null) =>
  formatMoney(amount * 10_000, currency ?? "").trim();

/** Parses an amount of the whole currency into pence or cents; zero where it is none. */
export const amountOf = (text: string) => Math.round(Number(text) * 100) || 0;
