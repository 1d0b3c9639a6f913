/** A run behind the drafts of a study: the header that every table of a paper comes with. */
export interface RunHeader {
  run: string;
  name: string;
  method: string;
  methodVersion: string;
  profile: string;
  params: unknown;
  modelRequested: string;
  /** Models that answered, as they named themselves. */
  modelsReturned: string[];
  templateHashes: string[];
  samplingRequested: unknown;
  samplingSent: unknown;
  samplingDropped: string[];
  units: number;
  failed: number;
  price: unknown;
  /** Null where no price is known. */
  costMicros: number | null;
  finishedAt: string | null;
}
