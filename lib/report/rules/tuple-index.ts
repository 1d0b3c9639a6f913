import { NONE } from "./growable-columns";

/**
 * Numbers 0, 1, 2 … for keys of a few integers each, in order of appearance: a hash table without objects.
 */
export class TupleIndex {
  size = 0;
  private keys: Int32Array;
  private slots = new Int32Array(64).fill(NONE);

  constructor(private readonly width: number) {
    this.keys = new Int32Array(32 * width);
  }

  /** The number of a key; a new one if it is unknown. */
  of(key: Int32Array): number {
    const { width, slots, keys } = this;
    if (slots.length === 0) throw new Error("a key was asked for after the last one");
    let slot = this.home(key, 0);
    for (;;) {
      const number = slots[slot] as number;
      if (number === NONE) return this.add(key, slot);
      const from = number * width;
      let same = true;
      for (let i = 0; i < width && same; i++) same = keys[from + i] === key[i];
      if (same) return number;
      slot = (slot + 1) & (slots.length - 1);
    }
  }

  /** Drops the hash table, when no look-ups are needed; the keys stay. */
  close(): void {
    this.slots = new Int32Array(0);
    this.keys = this.keys.slice(0, this.size * this.width);
  }

  /** One of the integers of a key. */
  part(number: number, place: number): number {
    return this.keys[number * this.width + place] as number;
  }

  /** The slot of a key without collisions. */
  private home(key: Int32Array, from: number): number {
    let hash = 0;
    for (let i = 0; i < this.width; i++) {
      hash = Math.imul(hash ^ (key[from + i] as number), 0x85ebca6b);
      hash ^= hash >>> 15;
    }
    return hash & (this.slots.length - 1);
  }

  private add(key: Int32Array, slot: number): number {
    const number = this.size++;
    const from = number * this.width;
    if (from === this.keys.length) {
      const more = new Int32Array(2 * from);
      more.set(this.keys);
      this.keys = more;
    }
    this.keys.set(key, from);
    this.slots[slot] = number;
    if (2 * this.size > this.slots.length) this.grow();
    return number;
  }

  private grow(): void {
    this.slots = new Int32Array(2 * this.slots.length).fill(NONE);
    for (let number = 0; number < this.size; number++) {
      let slot = this.home(this.keys, number * this.width);
      while (this.slots[slot] !== NONE) slot = (slot + 1) & (this.slots.length - 1);
      this.slots[slot] = number;
    }
  }
}
