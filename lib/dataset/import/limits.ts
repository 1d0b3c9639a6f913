import { LINE_LIMITS } from "@/lib/dataset/rules/lines";
import type { RefusalCode } from "@/lib/http/refusals";

/** Maximum unpacked size of an upload, and maximum compression ratio. */
export const UPLOAD_LIMITS = {
  bytes: LINE_LIMITS.fileBytes,
  /** Text compresses about tenfold; beyond this ratio, after the grace, the file is refused. */
  ratio: 100,
  grace: 10 * 2 ** 20,
};

export type UploadLimits = typeof UPLOAD_LIMITS;

/** Why an upload is refused before its lines are read. */
export class UploadProblem extends Error {
  override name = "UploadProblem";
  constructor(readonly code: RefusalCode) {
    super(code);
  }
}
