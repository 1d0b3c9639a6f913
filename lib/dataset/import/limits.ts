import { LINE_LIMITS } from "@/lib/dataset/rules/lines";
import type { RefusalCode } from "@/lib/http/refusals";

/** What one upload may hold once unpacked, and how far a compressed one may unfold. */
export const UPLOAD_LIMITS = {
  bytes: LINE_LIMITS.fileBytes,
  /** Compressed text unfolds some tenfold; beyond this many times, after the grace, it is no study. */
  ratio: 100,
  grace: 10 * 2 ** 20,
};

export type UploadLimits = typeof UPLOAD_LIMITS;

/** Why an upload is turned away before anybody reads its lines. */
export class UploadProblem extends Error {
  override name = "UploadProblem";
  constructor(readonly code: RefusalCode) {
    super(code);
  }
}
