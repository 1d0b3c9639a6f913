-- A batch that takes new subjects by itself may have a limit per day (of UTC). What is above it waits for the next day.
ALTER TABLE "BatchIntake"
  ADD COLUMN "perDay" INTEGER,
  ADD COLUMN "day" DATE,
  ADD COLUMN "takenOnDay" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "waiting" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "waitsUntil" TIMESTAMPTZ;

ALTER TABLE "BatchIntake"
  ADD CONSTRAINT "BatchIntake_perDay" CHECK ("perDay" > 0),
  ADD CONSTRAINT "BatchIntake_takenOnDay" CHECK ("takenOnDay" >= 0 AND "waiting" >= 0),
  ADD CONSTRAINT "BatchIntake_waits" CHECK (("waiting" > 0) = ("waitsUntil" IS NOT NULL));
