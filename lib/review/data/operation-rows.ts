import "server-only";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * Inserts the operations that are appended to assignments. `assignments` is a FROM item with the alias "appended" and,
 * for each assignment, its "id", its version "base", the JSON list "ops", and the time "now".
 */
export const insertOperations = (assignments: Prisma.Sql) => Prisma.sql`
  INSERT INTO "Operation" ("assignmentId", "id", "seq", "type", "payload", "clientAt", "recordedAt")
  SELECT appended."id", (op."body" ->> 'op')::uuid, appended."base" + op."n", op."body" ->> 'type', op."body",
    (op."body" ->> 'at')::timestamptz, appended."now"
  FROM ${assignments}, jsonb_array_elements(appended."ops") WITH ORDINALITY AS op("body", "n")`;
