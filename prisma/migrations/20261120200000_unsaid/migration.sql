-- What a study file may leave unsaid
ALTER TABLE "Response" ALTER COLUMN "model" DROP NOT NULL;
ALTER TABLE "RubricVersion" ALTER COLUMN "origin" DROP NOT NULL;

-- An initial value of JSON null says that the draft was revealed before there was an own value
ALTER TABLE "Judgement" DROP CONSTRAINT "Judgement_value";
ALTER TABLE "Judgement" ADD CONSTRAINT "Judgement_value" CHECK (
  ("value" IS NULL OR jsonb_typeof("value") IN ('string', 'number'))
  AND ("initial" IS NULL OR jsonb_typeof("initial") IN ('string', 'number', 'null')));
