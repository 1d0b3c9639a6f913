/** Verbs that open a task in their base form; only they may separate two tasks joined by "and". */
export const TASK_VERBS: ReadonlySet<string> = new Set(
  `abbreviate abstain accept act add address adhere adjust advise aim alphabetize alter analyse analyze annotate
  answer append apply argue arrange ask assess assign assume attach avoid award balance base be begin bold brainstorm
  break breakdown build calculate capitalize capture categorize change check choose cite clarify classify clean
  close come notify retrieve assist brief chart code combine comment compare compile complete compose compress compute conclude condense conduct connect
  consider construct continue contrast convert convince copy correct count cover craft create criticize critique
  debate debug decide decode decompose deduce define delete deliver demonstrate derive describe design detail
  detect determine develop devise diagnose differentiate direct discuss display distinguish divide do document
  double draft draw edit elaborate eliminate emphasize employ enclose encode end engage enhance ensure enumerate
  estimate evaluate examine exclude execute expand explain explore express extend extract fill filter find finish fix
  follow forecast form format formulate gather generate give group guess guide handle help highlight identify
  illustrate imagine imitate implement improve include incorporate indicate infer inform insert instruct integrate
  interpret introduce invent investigate invite judge justify keep label lay limit link list locate look maintain
  make map mark match measure mention merge mimic minimize model modify multiply name narrate normalize note number
  offer omit open optimize order organise organize outline output paint paraphrase parse perform personalize persuade
  pick place plan play plot point predict prepare present preserve pretend print prioritize produce promote proofread
  propose prove provide punctuate put quote rank rate read rearrange reason recast recite recommend reconstruct record
  redesign reduce refactor refer reference refine reflect refrain reformat reformulate refute reimagine relate remove
  rename render reorder reorganize repeat rephrase replace reply report represent request research resolve respond
  restate restructure return reverse revise reword rewrite role round say scan schedule score search select send
  separate set share shorten show shuffle simplify simulate sketch solve sort specify spell split stay start state stick
  stop structure style submit substitute suggest summarise summarize support surround swap switch synthesize tabulate
  tag tailor take talk tell test think title touch track transcribe transform translate treat try turn underline
  understand unscramble update use utilize validate vary verify visualize weave weigh wrap write`
    .split(/\s+/)
    .filter((verb) => verb !== ""),
);
