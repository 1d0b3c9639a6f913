import { randomFrom } from "@/lib/agreement/random";
import { coverageOf, INFERENCE_STUDIES } from "@/lib/agreement/testing/inference-studies";
import { PLANNING_STUDIES } from "@/lib/agreement/testing/planning-studies";

/*
 * Part of npm run check:statistics: how often the 95 % intervals of prediction-powered estimates, corrected rates, rankings
 * and plans contain the truth of simulated studies. Fails if one contains it in fewer than 93 % or more than 97 % of them.
 * STUDIES sets how many are simulated of each kind; of 2,000 the share itself is known to a point.
 */
const LEAST = 0.93;
const MOST = 0.97;
const studies = Number(process.env.STUDIES ?? 2000);

console.log(`coverage of 95 % intervals, ${studies} simulated studies each`);
const outside: string[] = [];
for (const study of [...INFERENCE_STUDIES, ...PLANNING_STUDIES]) {
  const coverage = coverageOf(study, studies, randomFrom(20261124));
  if (coverage < LEAST || coverage > MOST) outside.push(study.name);
  console.log(`  ${(100 * coverage).toFixed(1)} %  ${study.name}`);
}
if (outside.length > 0) {
  console.error(`outside of ${100 * LEAST} to ${100 * MOST} %: ${outside.join("; ")}`);
  process.exitCode = 1;
}
