import "server-only";
import { db } from "@/lib/database/db";
import { giveBackPlaces } from "@/lib/participation/data/participations";

export const participationTasks = {
  /** Gives the places of those who left back to their links. */
  "give-back-places": async () => {
    await giveBackPlaces(db);
  },
};

/** Once a minute; whoever comes through a link looks for themselves, so nobody waits for this. */
export const participationCrontab = "* * * * * give-back-places";
