-- A passkey from before a password that was chosen by a link signs in with that password only, until it has done so once.
ALTER TABLE "Passkey" ADD COLUMN "needsPassword" BOOLEAN NOT NULL DEFAULT FALSE;
