import { useVisit } from "@/components/ui/use-visit";
import type { CurationDesign } from "@/lib/curation/schema";
import { callApi } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";

/** Makes a dataset of candidates or results from another one, and shows its import. */
export function useMakeDataset({ project, dataset }: { project: string; dataset: string }) {
  const { leaving, visit } = useVisit();
  const { busy, error, send } = useRequest();

  async function make(design: CurationDesign) {
    const made = await send(() =>
      callApi<{ id: string }>("POST", `/api/v1/datasets/${dataset}/curation`, design),
    );
    if (made) visit(`/projects/${project}/data/imports/${made.id}`);
  }

  return { busy: busy || leaving, error, make };
}
