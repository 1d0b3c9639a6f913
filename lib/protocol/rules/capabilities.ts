/** The capabilities a question can test (appendix A), each with its meaning here. */
export const CAPABILITIES = {
  Classification: "assigning one of several given classes",
  Concision: "saying something without superfluous words",
  "Data Manipulation": "changing, sorting or computing with given data",
  "Document Generation": "producing a whole document of a known kind",
  "Exclusion: Keyword": "leaving out given words",
  "Exclusion: Topic": "leaving out given subjects",
  Extraction: "taking given information out of a text",
  "File Formatting: JSON": "valid JSON of the form asked for",
  "File Formatting: TSV/CSV": "valid TSV or CSV of the form asked for",
  "Formatting: General": "lists, headings, order and other layout",
  "Inclusion: Keyword": "using given words",
  "Inclusion: Topic": "covering given subjects",
  "Knowledge Retrieval": "facts that the task does not supply",
  Length: "how long the text or a part of it is",
  "Subjective QA": "a matter of opinion or taste",
  Tone: "voice, style or register",
} as const;
