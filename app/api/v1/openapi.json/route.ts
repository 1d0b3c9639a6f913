import { DESCRIPTION_DOOR, describeInstallation } from "@/app/api/describe";
import { route } from "@/lib/api/route";

export const GET = route(DESCRIPTION_DOOR, () => describeInstallation());
