import { callApi } from "@/lib/http/client";
import type { NewProlificAction } from "@/lib/prolific/schema";

/** Has Prolific asked for something, under the key of one opened dialog. */
export const requestAction = (link: string, action: NewProlificAction) =>
  callApi<{ action: string }>("POST", `/api/v1/participation/${link}/prolific/actions`, action);
