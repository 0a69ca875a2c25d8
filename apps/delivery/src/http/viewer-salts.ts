import { randomBytes } from 'node:crypto';
import type { Secrets } from '@placard/db/secrets/secrets';
import type { RunQuery } from '@placard/db/secrets/signing-keys';
import { eraseViewerSalts, loadViewerSalts, VIEWER_SALT_BYTES } from '@placard/db/secrets/viewer-salts';
import type { ClientBase } from 'pg';
import { isDiskFault } from '../events/disk-fault.ts';
import type { ViewerDayParts } from './viewer-day-parts.ts';

const DAY_MS = 86_400_000;
const LOOK_EVERY_MS = 10 * 60_000;

/**
 * By what viewers are known for a day, the same in every process. Of days that are over nothing is left here, and the
 * database's are erased. Where PostgreSQL was away all of a day and the night before, the process makes one of its own, which nobody else
 * has: limits hold within the process then, and reach counts a viewer once for each. So it does where the disk takes no part of the
 * machine's.
 */
export class ViewerSalts {
  private known = new Map<number, Uint8Array>();
  private own: { readonly day: number; readonly salt: Uint8Array } | null = null;
  private lookedMs = Number.NEGATIVE_INFINITY;
  private readonly secrets: Secrets;
  private readonly parts: ViewerDayParts | null;

  /** @param parts what the database has not of them; null: it has all, and forgets it */
  constructor(secrets: Secrets, parts: ViewerDayParts | null = null) {
    this.secrets = secrets;
    this.parts = parts;
  }

  /** @param day days since 1970-01-01 of UTC @returns the same bytes as long as they hold */
  of(day: number): Uint8Array {
    const shared = this.known.get(day);
    if (shared !== undefined) return shared;
    if (this.own?.day !== day) this.own = { day, salt: randomBytes(VIEWER_SALT_BYTES) };
    return this.own.salt;
  }

  /** Reads those of today and tomorrow and erases what is over: at once, then every ten minutes and when a day begins. */
  async tell(client: ClientBase, nowMs: number): Promise<void> {
    const isSameDay = Math.floor(nowMs / DAY_MS) === Math.floor(this.lookedMs / DAY_MS);
    if (isSameDay && Math.abs(nowMs - this.lookedMs) < LOOK_EVERY_MS) return;
    const query: RunQuery = async (text, values) => (await client.query(text, [...values])).rows;
    const salts = await loadViewerSalts(query, this.secrets, nowMs);
    const known = salts.map(({ day, salt }) => [day, this.mixed(day, salt)] as const);
    this.known = new Map(known.flatMap(([day, salt]) => (salt === null ? [] : [[day, salt]])));
    await eraseViewerSalts(query, nowMs);
    const isErased = whereDiskAllows(() => {
      this.parts?.erase(nowMs);
      return true;
    });
    if (isErased === true && this.known.size === salts.length) this.lookedMs = nowMs;
  }

  /** @returns null where the disk has no part of the machine and takes none now: then it is one's own, as the database's alone is not to do */
  private mixed(day: number, salt: Uint8Array): Uint8Array | null {
    const { parts } = this;
    if (parts === null) return salt;
    return whereDiskAllows(() => parts.mix(day, salt)) ?? this.known.get(day) ?? null;
  }
}

/** @returns null where the disk refuses; ads need none of it, and it is tried again within a second */
function whereDiskAllows<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch (error) {
    if (!isDiskFault(error)) throw error;
    return null;
  }
}
