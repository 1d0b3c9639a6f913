/** The placeholder that Mechanical Turk sends as the assignment's id while a worker has not accepted the HIT. */
export const TURK_PREVIEW = "ASSIGNMENT_ID_NOT_AVAILABLE";

/** The hosts that Mechanical Turk documents for `turkSubmitTo`: the marketplace and its sandbox. */
const TURK_HOSTS: readonly string[] = ["https://www.mturk.com", "https://workersandbox.mturk.com"];

/** The address that a finished assignment is posted to; null unless `turkSubmitTo` is one of the two hosts. */
export function turkSubmitAddress(turkSubmitTo: string | undefined): string | null {
  if (turkSubmitTo === undefined || !URL.canParse(turkSubmitTo)) return null;
  const { origin, username, password } = new URL(turkSubmitTo);
  if (!TURK_HOSTS.includes(origin) || username !== "" || password !== "") return null;
  return `${origin}/mturk/externalSubmit`;
}

/** True for the links of Mechanical Turk, by their person parameter. */
export const isTurkLink = ({ personParameter }: { personParameter: string }) =>
  personParameter === "workerId";

/** The question of a HIT that shows the link's page in a frame; a height of 0 fills the window. */
export function externalQuestion(url: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<ExternalQuestion xmlns="http://mechanicalturk.amazonaws.com/AWSMechanicalTurkDataSchemas/2006-07-14/ExternalQuestion.xsd">
  <ExternalURL>${url}/mturk</ExternalURL>
  <FrameHeight>0</FrameHeight>
</ExternalQuestion>
`;
}
