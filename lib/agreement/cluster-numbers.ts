/** Smaller whole numbers are looked up in a table, everything else in a hash map. */
const LARGEST_TABLE = 2 ** 22;

/** Gives clusters the numbers 0, 1, 2 … in order of appearance. */
export class ClusterNumbers {
  size = 0;
  /** By cluster, its number plus one; 0 for clusters not met yet. */
  private table = new Int32Array(1024);
  private readonly others = new Map<string | number, number>();

  of(cluster: string | number): number {
    if (!isPlace(cluster)) return this.ofOther(cluster);
    if (cluster >= this.table.length) this.widen(cluster);
    const known = this.table[cluster] as number;
    if (known > 0) return known - 1;
    this.table[cluster] = ++this.size;
    return this.size - 1;
  }

  private ofOther(cluster: string | number): number {
    const known = this.others.get(cluster);
    if (known !== undefined) return known;
    this.others.set(cluster, this.size);
    return this.size++;
  }

  private widen(place: number): void {
    const wider = new Int32Array(Math.min(LARGEST_TABLE, 2 * (place + 1)));
    wider.set(this.table);
    this.table = wider;
  }
}

function isPlace(cluster: string | number): cluster is number {
  return typeof cluster === "number" && cluster >= 0 && cluster < LARGEST_TABLE && Number.isInteger(cluster);
}
