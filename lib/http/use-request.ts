"use client";

import { useState } from "react";
import type { ApiError, ApiResult } from "@/lib/http/client";

/**
 * State of one request at a time, for a form or button: `error` is that of the last one. `send` returns the
 * value, or undefined on failure.
 */
export function useRequest() {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();

  async function send<Value>(request: () => Promise<ApiResult<Value>>): Promise<Value | undefined> {
    if (busy) return undefined;
    setBusy(true);
    setError(undefined);
    const outcome = await request();
    setBusy(false);
    if (outcome.ok) return outcome.value ?? ({} as Value);
    setError(outcome.error);
    return undefined;
  }

  return { busy, error, send };
}
