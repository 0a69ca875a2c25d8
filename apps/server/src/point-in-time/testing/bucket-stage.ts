import { type S3Server, startS3Server } from '@placard/db/testing/s3-server';
import { afterEach, beforeEach, expect } from 'vitest';
import { restorePointInTime } from '../restore-point-in-time.ts';
import { needsSending, sendMoments } from '../send-moments.ts';
import { withFetchedMoments } from '../with-moments.ts';
import { type KeepChanges, MomentsStage, RESTORE_ORDER } from './moments-stage.ts';

export const IMAGE = `${'0'.repeat(64)}.png`;
export const BASE = /^net\/moments\/[^/]+\/base-[^/]+\/base\.json$/;
export const PIECE = /\/wal\/[0-9A-F]{24}$/;

/** Points in time that go into a bucket too: a server that speaks S3 for each test, which remembers what it was asked. */
export class BucketStage extends MomentsStage {
  #server: S3Server | undefined;

  constructor() {
    super();
    beforeEach(async () => {
      this.#server = await startS3Server('net/');
    });
    afterEach(async () => {
      await this.#server?.stop();
    });
  }

  get server(): S3Server {
    if (this.#server === undefined) throw new Error('used before the hooks have run');
    return this.#server;
  }

  async send({ days = 7, passphrase = null, now = () => new Date() }: KeepChanges = {}) {
    return await sendMoments({ into: this.kept, days, passphrase, now, bucket: this.server.settings });
  }
  needs(now = Date.now()): boolean {
    return needsSending({ into: this.kept, bucket: this.server.settings }, now);
  }
  /** From the bucket alone. */
  override async restore(changes: { at?: Date | null; passphrase?: string | null } = {}) {
    const order = { ...RESTORE_ORDER, from: '', dataDir: this.restored, bucket: this.server.settings };
    return await withFetchedMoments({ ...order, ...changes }, restorePointInTime);
  }

  keys(part: RegExp): string[] {
    return [...this.server.objects.keys()].filter((key) => part.test(key)).sort();
  }
  /** The only one that is there. */
  one(part: RegExp): string {
    const [key = '', ...more] = this.keys(part);
    expect([key === '', more]).toEqual([false, []]);
    return key;
  }
  puts(): string[] {
    return this.server.asked.filter((asked) => asked.startsWith('PUT ')).map((asked) => asked.slice(4));
  }
  /** Answers nothing: as a host that is away. */
  away(only = /./): void {
    this.server.before = (request) => {
      const isMeant = only.test(`${request.method} ${request.url}`);
      if (isMeant) request.socket.destroy();
      return isMeant;
    };
  }
  back(): void {
    this.server.before = () => false;
  }
}
