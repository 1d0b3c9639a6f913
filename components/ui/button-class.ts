import clsx from "clsx";

type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";
type ButtonSize = "sm" | "md" | "lg";

export interface ButtonLook {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** As wide as it is high, for a lone icon. */
  square?: boolean;
}

const base =
  "inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap " +
  "select-none transition-colors aria-disabled:cursor-default aria-disabled:opacity-55 print:hidden " +
  "[&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:stroke-[1.75]";

const variants: Record<ButtonVariant, string> = {
  primary:
    "border-transparent bg-accent text-on-accent not-aria-disabled:hover:bg-accent-strong " +
    "not-aria-disabled:active:bg-accent-strong",
  secondary:
    "border-control bg-surface text-ink " + "not-aria-disabled:hover:bg-hover data-[state=open]:bg-hover",
  quiet:
    "border-transparent text-muted not-aria-disabled:hover:bg-hover not-aria-disabled:hover:text-ink " +
    "data-[state=open]:bg-hover data-[state=open]:text-ink",
  danger:
    "border-transparent bg-danger text-on-danger not-aria-disabled:hover:bg-danger-strong " +
    "not-aria-disabled:active:bg-danger-strong",
};

const heights: Record<ButtonSize, string> = {
  sm: "h-7 text-sm",
  md: "h-8 text-sm",
  lg: "h-10 text-base",
};
const paddings: Record<ButtonSize, string> = { sm: "px-2", md: "px-3", lg: "px-4" };
const squares: Record<ButtonSize, string> = { sm: "w-7", md: "w-8", lg: "w-10" };

/** Classes of a button, for links that look like one. */
export function buttonClass({ variant = "secondary", size = "md", square = false }: ButtonLook = {}): string {
  return clsx(base, variants[variant], heights[size], square ? squares[size] : paddings[size]);
}
