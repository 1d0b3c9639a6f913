"use client";

import NextLink from "next/link";
import { type ComponentProps, useState } from "react";

/**
 * A link to another page of the application. That page is prefetched once a pointer or the focus is on the link: Next
 * would prefetch every link in sight, dozens of requests for each page that is opened.
 */
export function Link({ prefetch, onPointerEnter, onFocus, ...props }: ComponentProps<typeof NextLink>) {
  const [isReached, setReached] = useState(false);
  return (
    <NextLink
      {...props}
      prefetch={isReached ? prefetch : false}
      onPointerEnter={(event) => {
        setReached(true);
        onPointerEnter?.(event);
      }}
      onFocus={(event) => {
        setReached(true);
        onFocus?.(event);
      }}
    />
  );
}
