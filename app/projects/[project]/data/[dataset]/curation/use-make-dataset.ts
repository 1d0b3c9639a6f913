import { useRouter } from "next/navigation";
import type { CurationDesign } from "@/lib/curation/schema";
import { callApi } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";

/** Makes a dataset of candidates or results from another one, and shows its import. */
export function useMakeDataset({ project, dataset }: { project: string; dataset: string }) {
  const router = useRouter();
  const { busy, error, send } = useRequest();

  async function make(design: CurationDesign) {
    const made = await send(() =>
      callApi<{ id: string }>("POST", `/api/v1/datasets/${dataset}/curation`, design),
    );
    if (made) router.push(`/projects/${project}/data/imports/${made.id}`);
  }

  return { busy, error, make };
}
