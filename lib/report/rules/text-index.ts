import { GrowableColumn, NONE } from "./growable-columns";

/** An index of the texts in a list: a hash table that does not store the texts. */
export class TextIndex {
  private readonly hashes = new GrowableColumn();
  private slots = new Int32Array(64).fill(NONE);

  constructor(private readonly textAt: (place: number) => string) {}

  /** The position of a text; NONE when it is missing. */
  find(text: string): number {
    return this.slots[this.slotOf(text, hashOf(text))] as number;
  }

  /** Adds the next position for this text, replacing an earlier one. */
  add(text: string): number {
    const hash = hashOf(text);
    const place = this.hashes.length;
    this.slots[this.slotOf(text, hash)] = place;
    this.hashes.push(hash);
    if (2 * this.hashes.length > this.slots.length) this.grow();
    return place;
  }

  /** The slot of a text, or the free slot for it. */
  private slotOf(text: string, hash: number): number {
    const { slots, hashes } = this;
    let slot = hash & (slots.length - 1);
    for (;;) {
      const place = slots[slot] as number;
      if (place === NONE || (hashes.at(place) === hash && this.textAt(place) === text)) return slot;
      slot = (slot + 1) & (slots.length - 1);
    }
  }

  private grow(): void {
    const before = this.slots;
    const slots = new Int32Array(2 * before.length).fill(NONE);
    for (const place of before) {
      if (place === NONE) continue;
      let slot = this.hashes.at(place) & (slots.length - 1);
      while (slots[slot] !== NONE) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = place;
    }
    this.slots = slots;
  }
}

/** Random in each process, so that texts that all collide cannot be uploaded. */
const SEED = crypto.getRandomValues(new Int32Array(1))[0] as number;

/** A 32-bit hash of all characters. */
function hashOf(text: string): number {
  let hash = SEED ^ text.length;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x85ebca6b);
    hash ^= hash >>> 15;
  }
  return hash;
}
