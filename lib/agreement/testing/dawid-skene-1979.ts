/**
 * Dawid & Skene (1979), table 1: 45 patients' fitness for anaesthesia on four points, by five anaesthetists. The first gave
 * three opinions of each patient; the other four one each. A line has ten patients, a group of digits a patient.
 */
const TABLE = [
  "1111111 3334334 1122122 2223121 2223222 2223322 1222111 3333433 2222223 2322223",
  "4444444 2223343 1111111 2223212 1211111 1112111 1111111 1111111 2222221 2221322",
  "2222222 2222221 2223222 2212222 1111111 1111111 2322222 1111111 1111111 1121121",
  "1111111 3333233 1111111 2222222 2223232 4334343 2212232 2323233 3333432 1111111",
  "1111111 1212111 2322222 1211111 2222222",
];

/** The anaesthetist of each of a patient's seven opinions. */
const OBSERVERS = [0, 0, 0, 1, 2, 3, 4];

export const dawidSkene1979 = {
  size: { units: 45, raters: 5, labels: 4 },
  labels: TABLE.flatMap((line) => line.split(" ")).flatMap((patient, unit) =>
    [...patient].map((digit, opinion) => ({
      ...{ unit, rater: OBSERVERS[opinion] as number, label: Number(digit) - 1 },
    })),
  ),
};
