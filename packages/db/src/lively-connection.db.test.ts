import { Client } from 'pg';
import { expect, it } from 'vitest';
import { createPool } from './database.ts';
import { byTcp } from './embedded/socket.ts';
import { livelyConnection } from './lively-connection.ts';
import { createTestDatabase } from './testing/database.ts';

const SETTINGS = [
  'tcp_keepalives_idle',
  'tcp_keepalives_interval',
  'tcp_keepalives_count',
  'tcp_user_timeout',
];
const QUERY = `select ${SETTINGS.map((name) => `current_setting('${name}') as ${name}`).join(', ')}, current_setting('application_name') as name`;
const LIVELY = {
  ...{ tcp_keepalives_idle: '3', tcp_keepalives_interval: '1', tcp_keepalives_count: '6' },
  ...{ tcp_user_timeout: '15000' },
};

it('has the server look after it, in a pool and alone', async () => {
  const database = await createTestDatabase();
  // Settings of TCP: by a socket there is nobody to look after.
  const url = byTcp(database.url);
  const pool = createPool({ url, name: 'pooled', max: 1, statementTimeoutMs: 1_000 });
  const client = new Client(livelyConnection(url, 'alone'));
  try {
    await client.connect();
    expect((await pool.query(QUERY)).rows).toEqual([{ ...LIVELY, name: 'pooled' }]);
    expect((await client.query(QUERY)).rows).toEqual([{ ...LIVELY, name: 'alone' }]);
  } finally {
    await client.end();
    await pool.end();
    await database.drop();
  }
});

it.each([
  ['', '3'],
  ['options=-c%20tcp_keepalives_idle%3D5%20-c%20timezone%3DAsia/Tokyo', '5'],
])('reads times in UTC, wherever database and address say that it is: %s', async (options, idle) => {
  const database = await createTestDatabase();
  const tcp = byTcp(database.url);
  const url = options === '' ? tcp : `${tcp}${tcp.includes('?') ? '&' : '?'}${options}`;
  const pool = createPool({ url, name: 'elsewhere', max: 1 });
  try {
    const { rows } = await database.pool.query<{ name: string }>('select current_database() as name');
    await database.pool.query(`alter database "${rows[0]?.name}" set timezone to 'Asia/Tokyo'`);
    const found = await pool.query(`select to_jsonb(timestamptz '2026-03-29 01:00Z') as at`);
    expect(found.rows).toEqual([{ at: '2026-03-29T01:00:00+00:00' }]);
    expect((await pool.query(QUERY)).rows).toEqual([
      { ...LIVELY, tcp_keepalives_idle: idle, name: 'elsewhere' },
    ]);
  } finally {
    await pool.end();
    await database.drop();
  }
});

it('leaves an address its own options', () => {
  const client = new Client(livelyConnection('postgres://a@h/d?options=-c%20geqo%3Doff', 'x'));
  const { options } = Object(Object(client).connectionParameters);
  expect(options).toMatch(/^-c tcp_keepalives_idle=3 .* -c geqo=off -c timezone=UTC$/);
});

it('gives a first word up that nobody answers', () => {
  const client = new Client(livelyConnection('postgres://a@h/d', 'x'));
  expect(client).toHaveProperty('connection.stream._events.connectionAttempt');
});

it('lost while it is lent out fails what is asked of it next, and nothing else', async () => {
  const database = await createTestDatabase();
  const pool = createPool({ url: database.url, name: 'lent', max: 1 });
  try {
    const client = await pool.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    await database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await ended;
    await expect(client.query('select')).rejects.toThrow();
    client.release(true);
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  } finally {
    await pool.end();
    await database.drop();
  }
});
