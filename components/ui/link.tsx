"use client";

import NextLink from "next/link";
import { type ComponentProps, useState } from "react";

/**
 * A link to another page of the application. What is behind it is asked for once a pointer is on it: to ask for whatever
 * is linked in sight, as the framework would, takes dozens of requests for every page that somebody opens.
 */
export function Link({ prefetch, onPointerEnter, ...props }: ComponentProps<typeof NextLink>) {
  const [isMeant, setMeant] = useState(false);
  return (
    <NextLink
      {...props}
      prefetch={isMeant ? prefetch : false}
      onPointerEnter={(event) => {
        setMeant(true);
        onPointerEnter?.(event);
      }}
    />
  );
}
