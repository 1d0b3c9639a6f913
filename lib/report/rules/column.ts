/** No value, in a column of codes. */
export const NONE = -1;

/** A column whose length is not known beforehand. */
export class Column {
  private room = new Int32Array(16);
  length = 0;

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

  numbers(): Int32Array {
    return this.room.subarray(0, this.length);
  }
}

type Room = Int8Array | Int16Array | Int32Array;

/** The same in no more room than its numbers need: those of a scale or of five people take a byte each. */
export class NarrowColumn {
  private room: Room = new Int8Array(16);
  length = 0;

  push(number: number): void {
    if (this.length === this.room.length) {
      const more = roomLike(this.room, 2 * this.length);
      more.set(this.room);
      this.room = more;
    }
    this.set(this.length++, number);
  }

  at(row: number): number {
    return this.room[row] as number;
  }

  set(row: number, number: number): void {
    this.room[row] = number;
    if (this.room[row] === number || this.room instanceof Int32Array) return;
    this.room =
      this.room instanceof Int8Array && number >> 15 === number >> 31
        ? Int16Array.from(this.room)
        : Int32Array.from(this.room);
    this.room[row] = number;
  }
}

function roomLike(room: Room, length: number): Room {
  if (room instanceof Int8Array) return new Int8Array(length);
  return room instanceof Int16Array ? new Int16Array(length) : new Int32Array(length);
}

/** A column of numbers of any kind. */
export class FloatColumn {
  private room = new Float64Array(16);
  length = 0;

  push(number: number): void {
    if (this.length === this.room.length) {
      const more = new Float64Array(2 * this.length);
      more.set(this.room);
      this.room = more;
    }
    this.room[this.length++] = number;
  }

  at(row: number): number {
    return this.room[row] as number;
  }

  numbers(): Float64Array {
    return this.room.subarray(0, this.length);
  }
}

/** What few are different of, by the number each has in a list. */
export class Codes<T> {
  readonly list: T[] = [];
  private readonly known = new Map<T, number>();

  of(thing: T): number {
    const known = this.known.get(thing);
    if (known !== undefined) return known;
    const number = this.list.push(thing) - 1;
    this.known.set(thing, number);
    return number;
  }
}
