ALTER TABLE "Labelling" ADD COLUMN "reasonCode" TEXT,
ADD COLUMN "reasonNote" TEXT;
