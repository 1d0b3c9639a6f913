"use client";

import { useState } from "react";
import type { ApiError, ApiResult } from "@/lib/http/client";

/**
 * State of the requests of a form or button, one at a time. `error` belongs to the last request. `send`
 * resolves to the response's value, or to undefined on failure.
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
