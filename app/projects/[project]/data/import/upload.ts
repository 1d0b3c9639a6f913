import type { Mapping } from "@/lib/dataset/rules/formats/mapping";
import type { IMPORT_FORMATS } from "@/lib/dataset/views";
import type { ApiResult } from "@/lib/http/client";
import { readResult } from "@/lib/http/client";

export interface Upload {
  outcome: Promise<ApiResult<{ id: string }>>;
  /** Ends it; the server keeps nothing of it. */
  abort: () => void;
}

/** What the server is told of a file; what is left out it finds out itself. */
export interface FileChoices {
  name?: string;
  format?: (typeof IMPORT_FORMATS)[number];
  mapping?: Mapping;
}

/**
 * Sends a file as it is, and tells how much of it has gone. Through XMLHttpRequest, because only that tells: a
 * fetch knows nothing before the answer.
 */
export function uploadStudy(
  project: string,
  file: File,
  { name, format, mapping }: FileChoices,
  onProgress: (sent: number) => void,
): Upload {
  const request = new XMLHttpRequest();
  const query = new URLSearchParams({ file: file.name });
  if (name) query.set("name", name);
  if (format) query.set("format", format);
  if (mapping) query.set("mapping", JSON.stringify(mapping));
  request.open("POST", `/api/v1/projects/${project}/imports?${query}`);
  request.setRequestHeader("content-type", "application/octet-stream");
  request.setRequestHeader("x-countersign", "1");
  request.upload.addEventListener("progress", (event) => onProgress(event.loaded));
  const outcome = new Promise<ApiResult<{ id: string }>>((resolve) => {
    const unreachable = () =>
      resolve({
        ok: false,
        error: {
          code: "offline",
          message: "The connection broke before the server answered. Nothing was kept; try again.",
        },
      });
    request.addEventListener("load", () =>
      resolve(readResult(new Response(request.responseText, { status: request.status }))),
    );
    request.addEventListener("error", unreachable);
    request.addEventListener("abort", unreachable);
  });
  request.send(file);
  return { outcome, abort: () => request.abort() };
}
