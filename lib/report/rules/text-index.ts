import { GrowableColumn, NONE } from "./growable-columns";

/** Where texts stand in a list that says what stands where: a hash table that keeps none of them. */
export class TextIndex {
  private readonly hashes = new GrowableColumn();
  private slots = new Int32Array(64).fill(NONE);

  constructor(private readonly textAt: (place: number) => string) {}

  /** The place of a text; NONE where it has none. */
  find(text: string): number {
    return this.slots[this.slotOf(text, hashOf(text))] as number;
  }

  /** The next place is that of this text, which may have had another. */
  add(text: string): number {
    const hash = hashOf(text);
    const place = this.hashes.length;
    this.slots[this.slotOf(text, hash)] = place;
    this.hashes.push(hash);
    if (2 * this.hashes.length > this.slots.length) this.grow();
    return place;
  }

  /** Where it stands among the slots, or would. */
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

/** Another one in each process, so that nobody can upload texts that all meet in one slot. */
const SEED = crypto.getRandomValues(new Int32Array(1))[0] as number;

/** A 32-bit mix of all characters. */
function hashOf(text: string): number {
  let hash = SEED ^ text.length;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x85ebca6b);
    hash ^= hash >>> 15;
  }
  return hash;
}
