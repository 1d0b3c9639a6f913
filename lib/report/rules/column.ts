/** No value, in a column of codes. */
export const NONE = -1;

/** A column whose length is not known beforehand. */
export class Column {
  private room = new Int32Array(1024);
  private length = 0;

  push(number: number): void {
    if (this.length === this.room.length) {
      const more = new Int32Array(2 * this.length);
      more.set(this.room);
      this.room = more;
    }
    this.room[this.length++] = number;
  }

  at(row: number): number {
    return this.room[row] as number;
  }

  set(row: number, number: number): void {
    this.room[row] = number;
  }

  numbers(): Int32Array {
    return this.room.subarray(0, this.length);
  }
}
