/*
 * Worked examples from the literature. A table of two raters has a row for each category of the first and a
 * column for each of the second; a list of counts has a row for each unit.
 */

const _ = null;

/** Krippendorff (2011), example C: four observers, twelve units. Also Gwet's cac.raw4raters. */
export const krippendorff2011 = [
  [1, 2, 3, 3, 2, 1, 4, 1, 2, _, _, _],
  [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, _, 3],
  [_, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, _],
  [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, _],
];

/** Krippendorff (2011), example A: two observers, two values. */
export const krippendorff2011Binary = [
  [0, 1, 0, 0, 0, 0, 0, 0, 1, 0],
  [1, 1, 1, 0, 0, 1, 0, 0, 0, 0],
];

/** Krippendorff (2011), example B: two observers, five categories. */
export const krippendorff2011Nominal = ["aabbdcccedda", "babbbccceddd"].map((row) => [...row]);

/** Wikipedia, Krippendorff's alpha: three coders, fifteen units. */
export const wikipediaAlpha = [
  [_, _, _, _, _, 3, 4, 1, 2, 1, 1, 3, 3, _, 3],
  [1, _, 2, 1, 3, 3, 4, 3, _, _, _, _, _, _, _],
  [_, _, 2, 1, 3, 4, 4, _, 2, 1, 1, 3, 3, _, 4],
];

/** Gwet (2014), cac.raw.gender: four raters, fifteen units. */
export const gwetGender = ["aaaaabbbcaaaaab", "aaaababccaaaaba", "abbcaabbcabbcaa", "ccccaabbcccccaa"].map(
  (row) => [...row],
);

/** Wikipedia, Spearman: IQ and hours of television. */
export const wikipediaSpearman = [
  [106, 100, 86, 101, 99, 103, 97, 113, 112, 110],
  [7, 27, 2, 50, 28, 29, 20, 12, 6, 17],
];

/** Fleiss (1971), table 1: thirty patients, six psychiatrists, five diagnoses. */
export const fleiss1971 = [
  "00060 03003 01401 00006 03030 20400 00402 20310 20040 00006",
  "10050 11040 03300 10050 02031 00501 30012 51000 02040 10203",
  "00006 01050 02013 20040 10041 05010 40002 02040 10500 00006",
].flatMap((line) => line.split(" ").map((unit) => [...unit].map(Number)));

/** Wikipedia, Fleiss' kappa: ten subjects, fourteen raters, five categories. */
export const wikipediaFleiss = [
  [0, 0, 0, 0, 14],
  [0, 2, 6, 4, 2],
  [0, 0, 3, 5, 6],
  [0, 3, 9, 2, 0],
  [2, 2, 8, 1, 1],
  [7, 7, 0, 0, 0],
  [3, 2, 6, 3, 0],
  [2, 5, 3, 2, 2],
  [6, 5, 2, 1, 0],
  [0, 2, 2, 3, 7],
];

/** Cohen (1968): personality disorder, neurosis, psychosis. */
export const cohen1968 = [
  [88, 14, 18],
  [10, 40, 10],
  [2, 6, 12],
];

/** Wikipedia, Scott's pi. */
export const wikipediaScott = [
  [9, 8, 7],
  [6, 5, 4],
  [3, 2, 1],
];

/** Gwet (2002): raters agree on 118 of 125 units, and kappa is negative. */
export const gwet2002 = [
  [118, 5],
  [2, 0],
];

/** Feinstein & Cicchetti (1990): the same agreement twice, with balanced and with unbalanced margins. */
export const feinsteinBalanced = [
  [40, 9],
  [6, 45],
];
export const feinsteinUnbalanced = [
  [80, 10],
  [5, 5],
];

/** The rater × unit matrix of a table of two raters. */
export function matrixFromTable(table: readonly (readonly number[])[]): number[][] {
  const first: number[] = [];
  const second: number[] = [];
  table.forEach((row, i) => {
    row.forEach((units, j) => {
      for (let u = 0; u < units; u++) {
        first.push(i);
        second.push(j);
      }
    });
  });
  return [first, second];
}
