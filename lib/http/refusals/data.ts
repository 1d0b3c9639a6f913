import type { RefusalWords } from "@/lib/http/refusals/words";

/** Refusals of webhooks, datasets, imports, gold and groups. */
export const DATA_REFUSALS = {
  // Webhooks.
  "webhook-address-refused": {
    status: 422,
    message:
      "Nothing may be sent to this address. Use https on port 443 and a public name, or have the operator list its origin in WEBHOOK_ALLOWED_ORIGINS.",
  },
  "webhook-off": { status: 409, message: "This webhook is paused or switched off. Resume it first." },
  "too-many-webhooks": { status: 422, message: "The project has 20 webhooks. Remove one first." },

  // Datasets.
  "dataset-in-use": {
    status: 409,
    message: "Annotators are working on this data. Close its batches first.",
  },
  "run-under-way": {
    status: 409,
    message: "A run drafts on it. Wait until it is done, or cancel it.",
  },

  // Imports.
  "file-too-large": {
    status: 413,
    message: "The file is larger than 1 GB. Split the study and import the parts.",
  },
  "packed-file": {
    status: 422,
    message:
      "This is a packed file, a spreadsheet or a document. Unpack it and import its files one by one; save a spreadsheet as “CSV UTF-8”. Only .gz is unpacked here.",
  },
  "unfolds-too-far": {
    status: 422,
    message: "The compressed file unpacks to more than 100 times its size. Send the .jsonl itself.",
  },
  "damaged-file": { status: 422, message: "The compressed file is damaged or incomplete. Pack it again." },
  "upload-interrupted": { status: 422, message: "The upload was interrupted. Nothing was saved; try again." },
  "lines-interrupted": {
    status: 422,
    message: "The request was interrupted. Part of it may have been added: send it again.",
  },
  "import-over": { status: 409, message: "This import has already ended." },
  "import-not-failed": {
    status: 409,
    message: "There is nothing left of this import to continue with. Import the file again.",
  },

  // Gold.
  "gold-unfit": {
    status: 422,
    message:
      "Some of these values are about nothing in this dataset, or off their scale. Nothing was marked.",
  },
  "no-gold-in-batch": { status: 422, message: "This batch has nothing of that kind to take as gold." },
  "batch-not-closed": { status: 409, message: "Close the batch first: work in it would see its own gold." },

  // Groups.
  "no-group": {
    status: 422,
    message: "A group needs a field with at most 50 different values, none longer than 80 characters.",
  },
  "many-groups": {
    status: 422,
    message: "Responses are grouped by at most 10 fields. Stop grouping by another one first.",
  },
} as const satisfies RefusalWords;
