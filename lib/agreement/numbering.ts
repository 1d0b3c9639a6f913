/** Numbers distinct items in order of appearance. */
export class Numbering<T> {
  readonly items: T[] = [];
  readonly #number = new Map<T, number>();

  of(item: T): number {
    const known = this.#number.get(item);
    if (known !== undefined) return known;
    this.#number.set(item, this.items.length);
    return this.items.push(item) - 1;
  }
}

/** An Int32Array that grows as items are added. */
export class GrowingColumn {
  #buffer = new Int32Array(1024);
  length = 0;

  push(item: number): void {
    if (this.length === this.#buffer.length) {
      const more = new Int32Array(this.length * 2);
      more.set(this.#buffer);
      this.#buffer = more;
    }
    this.#buffer[this.length++] = item;
  }

  column(): Int32Array {
    return this.#buffer.subarray(0, this.length);
  }
}
