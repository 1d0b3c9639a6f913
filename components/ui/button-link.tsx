import clsx from "clsx";
import type { ComponentProps } from "react";
import { Link } from "@/components/ui/link";
import { type ButtonLook, buttonClass } from "./button-class";

/** A link that looks like a button: it navigates, rather than acts. */
export function ButtonLink({
  variant,
  size,
  square,
  className,
  ...props
}: ComponentProps<typeof Link> & ButtonLook) {
  return <Link {...props} className={clsx(buttonClass({ variant, size, square }), className)} />;
}
