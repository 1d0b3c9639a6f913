import { DESCRIPTION_OPTIONS, describeInstallation } from "@/app/api/describe";
import { route } from "@/lib/api/route";

export const GET = route(DESCRIPTION_OPTIONS, () => describeInstallation());
