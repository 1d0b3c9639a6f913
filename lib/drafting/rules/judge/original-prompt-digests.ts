/**
 * Digests of the words that the first versions of judges were made with, by subject, and for examples by form of the answer. They
 * stay as they are. The hash of a version that sends these words does not contain them; where words changed since, it contains
 * their new digests.
 */
export const ORIGINAL_PROMPT_DIGESTS: Readonly<Record<string, string>> = {
  response: "58f1774a21cea99f",
  "response analysis-score faithful": "093001e9221b5abd",
  "response analysis-score structured": "5a136cb9a5a13ac8",
  "response feedback-score faithful": "1efdb391ba4cf313",
  "response feedback-score structured": "2e111c67c99cc9af",
  "response score faithful": "eba29dbb839a35c5",
  "response score structured": "71d1a90abc161230",
  label: "a2698f118ecbb281",
  "label analysis-label faithful": "04a3da5f79f7a99a",
  "label analysis-label structured": "4c473045a74be1d8",
  "label label faithful": "f6e78d0c3175ba0f",
  "label label structured": "16ac233ae65626bc",
  pair: "4dcea0936b505ac8",
  "pair analysis-choice faithful": "105cce8fe35dce5c",
  "pair analysis-choice structured": "a9b2fb4e5b9e9c6a",
  "pair verdict faithful": "4af9c5902860a649",
  "pair verdict structured": "7d18cf02b86c1d7f",
  item: "89be966b45bdbccd",
  "item analysis-answer faithful": "db59ae6a30cfe645",
  "item analysis-answer structured": "0eaa2f03d9cf5830",
  "item answer faithful": "4ee3d13f9ebadbca",
  "item answer structured": "342cb3bc84cd2ae0",
  criterion: "64ef85354aabdfc2",
  "criterion analysis-score faithful": "036234935e4ce6f8",
  "criterion analysis-score structured": "4dbb2d07dab6eddd",
  "criterion feedback-score faithful": "b7ffb4e7647a9b15",
  "criterion feedback-score structured": "58cc3cc269182fb0",
  "criterion score faithful": "11e3a374fd5add02",
  "criterion score structured": "e7784314b94a9909",
};
