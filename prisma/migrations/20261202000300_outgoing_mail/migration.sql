-- CreateTable
CREATE TABLE "OutgoingMail" (
    "id" UUID NOT NULL,
    "keySealed" BYTEA NOT NULL,
    "keyId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "OutgoingMail_pkey" PRIMARY KEY ("id")
);
