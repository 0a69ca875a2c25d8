import type { Pool } from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { patientPool } from './patient-pool.ts';

const failure = (code?: string) => Object.assign(new Error('it failed'), code === undefined ? {} : { code });

/** @param query what each statement comes to @param connect what each try for a connection does */
function poolOf(query: () => Promise<unknown>, connect: () => Promise<void> = async () => {}) {
  const release = vi.fn();
  const pool = {
    totalCount: 7,
    connect: async (callback?: (error: undefined, client: string) => void) => {
      if (callback !== undefined) return callback(undefined, 'a client');
      await connect();
      return { query, release };
    },
  };
  return { release, pool: patientPool(pool as unknown as Pool) };
}

async function codeOf(work: Promise<unknown>): Promise<unknown> {
  return await work.then(
    () => 'done',
    (error: Error & { code?: string }) => [error.code, error.message],
  );
}

describe('the pool of the job runner', () => {
  it.each(['ECONNREFUSED', '57P01', '53100', '25006', undefined])(
    'has a statement that fails by %s tried again',
    async (code) => {
      const { pool } = poolOf(async () => await Promise.reject(failure(code)));
      const client = await pool.connect();
      expect(await codeOf(client.query('select 1'))).toEqual(['ETIMEDOUT', 'it failed']);
    },
  );

  it.each(['42P01', '23505', '22012', '40001'])(
    'leaves what it knows by itself as it is: %s',
    async (code) => {
      const { pool } = poolOf(async () => await Promise.reject(failure(code)));
      const client = await pool.connect();
      expect(await codeOf(client.query('select 1'))).toEqual([code, 'it failed']);
    },
  );

  it('has a connection that is refused tried again', async () => {
    const { pool } = poolOf(
      async () => 'rows',
      async () => await Promise.reject(failure('ECONNREFUSED')),
    );
    expect(await codeOf(pool.connect())).toEqual(['ETIMEDOUT', 'it failed']);
  });

  it('is the pool in all else', async () => {
    const { pool, release } = poolOf(async () => 'rows');
    const client = await pool.connect();
    expect(await client.query('select 1')).toBe('rows');
    client.release();
    const heard = vi.fn();
    pool.connect(heard);
    expect([release.mock.calls.length, heard.mock.calls, pool.totalCount]).toEqual([
      1,
      [[undefined, 'a client']],
      7,
    ]);
  });
});
