import { type BeyondSamples, beyondSamples } from "@/lib/report/rules/inference/beyond-samples";
import type { ReportOptions, StudySummary } from "@/lib/report/schema";
import type { Bounded } from "@/lib/report/schema/bounds";
import type { ReliabilityRow } from "@/lib/report/schema/reliability";
import type { StudyData } from "@/lib/report/schema/study";
import { againstGoldOf, againstMajorityOf } from "./against-gold";
import { type Bounds, isWithin, WHOLE, withinBounds } from "./bounds";
import { type DraftsById, draftsById } from "./draft-table";
import { studyFingerprint } from "./fingerprint";
import { modelEstimatesOf } from "./inference/model-estimates";
import { rankingsOf } from "./inference/rankings";
import { machineReadings } from "./machine-readings";
import { reliabilityOf } from "./scope-reliability";
import { byRater, type Scope, type ScopeDefinition, SUMMARY_SCOPES, scopesOf } from "./scopes";
import { sessionStages } from "./sessions";
import { studySummary } from "./study-summary";
import type { Rater, Units } from "./unit";
import { unitsOf } from "./units";
import { type InArms, inArmsOf } from "./values-by-arm";

/** Values of machines by unit take memory: a displayed report on more drafts has no cards, estimates and rankings of models. */
const MOST_MACHINE_VALUES = 300_000;

/**
 * The parts of a report that follow from the ratings of a study without its records: all that a report shows first.
 */
export interface ReportOutline {
  scopes: readonly ScopeDefinition[];
  /** The models and rules compared with people, each once under every method and condition. */
  machines: readonly Pick<Rater, "name" | "kind">[];
  summary: StudySummary;
  /** Number of drafts and judgements. */
  records: number;
}

/** Results for a whole study that are there before its records are read. */
export interface FirstResults {
  /** Agreement on the scopes of the outline. */
  reliability: readonly ReliabilityRow[];
  outline: ReportOutline;
}

/**
 * The data that a report's tables are computed from. Each part is computed once, when a table first needs it, unless it is
 * among the first results.
 */
export class ReportBasis {
  #units: Units | undefined;
  #chosen: ReturnType<typeof withinBounds> | undefined;
  #allScopes: Scope[] | undefined;
  #outline: ReportOutline | undefined;
  #stages: Int8Array | undefined;
  #inArms: InArms | undefined;
  #models: Map<string, string | null> | undefined;
  #fingerprint: string | undefined;
  #machines: ReturnType<typeof machineReadings> | undefined;
  #againstGold: ReturnType<typeof againstGoldOf> | undefined;
  #againstMajority: ReturnType<typeof againstMajorityOf> | undefined;
  #beyondSamples: BeyondSamples | undefined;
  #modelEstimates: ReturnType<typeof modelEstimatesOf> | undefined;
  #rankings: ReturnType<typeof rankingsOf> | undefined;
  /** Agreement by scope. */
  readonly #rows = new Map<string, ReliabilityRow[]>();

  constructor(
    readonly study: StudyData,
    readonly options: ReportOptions,
    readonly bounds: Bounds,
    known: FirstResults | null = null,
  ) {
    this.#outline = known?.outline;
    for (const { name } of known?.outline.scopes ?? []) this.#rows.set(name, []);
    for (const row of known?.reliability ?? []) this.#rows.get(row.scope)?.push(row);
  }

  get units(): Units {
    this.#units ??= unitsOf(this.study);
    return this.#units;
  }

  /** The scopes and models with rows of their own, and how many there are. */
  get chosen(): ReturnType<typeof withinBounds> {
    this.#chosen ??= this.#choose();
    return this.#chosen;
  }

  #choose(): ReturnType<typeof withinBounds> {
    // LLMs first, then the rules, which are never counted as an LLM.
    const chosen = withinBounds(this.bounds, this.#scopes, [...this.units.machines].sort(byRater));
    return { ...chosen, bounded: [...chosen.bounded, ...this.#unread(this.study.drafts.length)] };
  }

  /** All scopes of the study. */
  get #scopes(): readonly Scope[] {
    this.#allScopes ??= scopesOf(this.study, this.units);
    return this.#allScopes;
  }

  /** Notes that there are too many drafts for the tables that need all of their values. */
  #unread(drafts: number): Bounded[] {
    const isReadable = this.bounds === WHOLE || drafts <= MOST_MACHINE_VALUES;
    return isReadable ? [] : [{ dimension: "machineValues", shown: 0, of: drafts }];
  }

  /** The scopes and models with rows of their own, and the numbers of the study. */
  get outline(): ReportOutline & { bounded: Bounded[] } {
    this.#outline ??= this.#outlineOfUnits();
    const outline = this.#outline;
    if (!isWithin(this.bounds, outline.scopes, outline.machines.length))
      return { ...outline, ...this.chosen };
    return { ...outline, bounded: this.#unread(outline.summary.drafts) };
  }

  #outlineOfUnits(): ReportOutline {
    const { study, units } = this;
    return {
      scopes: this.#scopes,
      machines: units.machines,
      summary: studySummary(study, units),
      records: study.drafts.length + study.judgements.length,
    };
  }

  /** The machines' values for each unit; empty where there are too many drafts. */
  get machines(): ReturnType<typeof machineReadings> {
    this.#machines ??= this.#isRead ? machineReadings(this.study, this.units) : [];
    return this.#machines;
  }

  get #isRead(): boolean {
    return this.#unread(this.study.drafts.length).length === 0;
  }

  get againstGold(): ReturnType<typeof againstGoldOf> {
    this.#againstGold ??= againstGoldOf(
      this.study,
      this.units,
      this.options,
      this.#isRead ? this.machines : undefined,
    );
    return this.#againstGold;
  }

  get againstMajority(): ReturnType<typeof againstMajorityOf> {
    this.#againstMajority ??= againstMajorityOf(
      this.study,
      this.units,
      this.options,
      this.#isRead ? this.machines : undefined,
    );
    return this.#againstMajority;
  }

  /** The machines' values of what a sample did not draw. */
  get #beyond(): BeyondSamples {
    this.#beyondSamples ??= beyondSamples(this.study);
    return this.#beyondSamples;
  }

  get modelEstimates(): ReturnType<typeof modelEstimatesOf> {
    this.#modelEstimates ??= modelEstimatesOf(
      this.study,
      this.scopes,
      this.machines,
      this.#beyond,
      this.options,
    );
    return this.#modelEstimates;
  }

  get rankings(): ReturnType<typeof rankingsOf> {
    this.#rankings ??= rankingsOf(this.study, this.units, this.machines, this.#beyond, this.options);
    return this.#rankings;
  }

  get scopes(): readonly Scope[] {
    return this.chosen.scopes;
  }

  get drafts(): DraftsById {
    return draftsById(this.study.drafts);
  }

  get stages(): Int8Array {
    this.#stages ??= sessionStages(this.study.judgements);
    return this.#stages;
  }

  get inArms(): InArms {
    this.#inArms ??= inArmsOf(this.study, this.units);
    return this.#inArms;
  }

  /** The models that wrote the responses. */
  get models(): ReadonlyMap<string, string | null> {
    this.#models ??= new Map(this.study.responses.map(({ id, model }) => [id, model]));
    return this.#models;
  }

  get fingerprint(): string {
    this.#fingerprint ??= studyFingerprint(this.study);
    return this.#fingerprint;
  }

  /** Agreement on every scope. */
  get reliability(): ReliabilityRow[] {
    return this.scopes.flatMap(({ name }) => this.#reliabilityOf(name));
  }

  /** Agreement on everything together, and on targets without an item. */
  get pooledReliability(): ReliabilityRow[] {
    const pooled = this.outline.scopes.filter(({ name }) => SUMMARY_SCOPES.includes(name));
    return pooled.flatMap(({ name }) => this.#reliabilityOf(name));
  }

  #reliabilityOf(name: string): ReliabilityRow[] {
    const own = () => this.scopes.filter((scope) => scope.name === name);
    const rows = this.#rows.get(name) ?? own().flatMap((scope) => reliabilityOf(scope, this.options));
    this.#rows.set(name, rows);
    return rows;
  }
}
