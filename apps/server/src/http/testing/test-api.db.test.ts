import { expect, it } from 'vitest';
import { createTestApi } from './test-api.ts';

it('every test that calls the API fails where its log holds a secret', async () => {
  const api = await createTestApi();
  api.deps.log.info({ tried: 'Correct-Horse-1' }, 'somebody signs in');
  await expect(api.close()).rejects.toThrow('a password: {"level":30');
});

it('and no refused statement says the row that it was about', async () => {
  const api = await createTestApi();
  const row =
    "insert into app_user (email, password_hash, first_name) values ('a@example.com', '$argon2id$x', null)";
  await api.pool.query(row).catch((error: unknown) => api.deps.log.error({ err: error }, 'refused'));
  await api.close();
});
