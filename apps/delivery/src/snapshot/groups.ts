/** A group of more is a set. */
const FEW = 32;

const NOBODY: readonly number[] = [];

/** Ids by the id of what they belong to. Most groups are small, and a list of one takes a third of a set's memory. */
export class Groups {
  private readonly groups = new Map<number, readonly number[] | Set<number>>();

  of(owner: number): Iterable<number> {
    return this.groups.get(owner) ?? NOBODY;
  }

  add(owner: number, id: number): void {
    const group = this.groups.get(owner);
    if (group === undefined) this.groups.set(owner, [id]);
    else if (group instanceof Set) group.add(id);
    else if (!group.includes(id)) {
      const larger = [...group, id];
      this.groups.set(owner, larger.length > FEW ? new Set(larger) : larger);
    }
  }

  remove(owner: number, id: number): void {
    const group = this.groups.get(owner);
    if (group === undefined) return;
    if (group instanceof Set) {
      group.delete(id);
      if (group.size === 0) this.groups.delete(owner);
      return;
    }
    const left = group.filter((each) => each !== id);
    if (left.length === 0) this.groups.delete(owner);
    else this.groups.set(owner, left);
  }

  /** @param from whom it belonged to, if anybody */
  move(id: number, from: number | undefined, to: number): void {
    if (from === to) return;
    if (from !== undefined) this.remove(from, id);
    this.add(to, id);
  }
}
