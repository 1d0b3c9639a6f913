import type { IMPORT_FORMATS, Mapping } from "@/lib/dataset/schema/mapping";
import type { ApiResult } from "@/lib/http/client";
import { readResult } from "@/lib/http/client";

export interface Upload {
  outcome: Promise<ApiResult<{ id: string }>>;
  /** Cancels the upload; the server discards it. */
  abort: () => void;
}

/** Import options; the server detects what is left out. */
export interface FileChoices {
  name?: string;
  format?: (typeof IMPORT_FORMATS)[number];
  mapping?: Mapping;
}

/** Uploads a file with progress events. Uses XMLHttpRequest, because fetch reports no upload progress. */
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
          message: "The connection broke before the server answered. Nothing was saved; try again.",
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
