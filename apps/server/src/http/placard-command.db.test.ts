import type { AddressInfo } from 'node:net';
import { HELP, runPlacardCommand } from '@placard/tooling/placard/command';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reconcileAsked } from '../features/reconciliation/reconcile.ts';
import { createTestApi, PASSWORD, type TestApi, type TestUser } from './testing/test-api.ts';

let api: TestApi;
let operator: TestUser;
let url: string;
beforeAll(async () => {
  api = await createTestApi();
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`;
  operator = await api.user({ roles: ['operator'] });
});
afterAll(async () => {
  await api.close();
});

type Outcome = { readonly code: number; readonly out: string; readonly said: string };
async function placard(
  words: readonly string[],
  environment: Record<string, string> = {},
  wait: () => Promise<unknown> = async () => undefined,
): Promise<Outcome> {
  const [out, said]: [string[], string[]] = [[], []];
  const code = await runPlacardCommand(words, {
    environment: {
      PLACARD_URL: url,
      PLACARD_OPERATOR_EMAIL: operator.email,
      PLACARD_OPERATOR_PASSWORD: PASSWORD,
      ...environment,
    },
    out: (text) => out.push(text),
    say: (text) => said.push(text),
    wait: async () => void (await wait()),
  });
  return { code, out: out.join(''), said: said.join('\n') };
}

it('invites somebody, whose link is printed where no mail is sent, as the operator', async () => {
  const { code, out } = await placard(['invite', 'ann@example.com', '--roles', 'advertiser,publisher']);
  expect([code, /^http:\/\/dashboard\.test\/invite\?token=\S+\n$/.test(out)]).toEqual([0, true]);
  const row = await api.deps.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'user.invite')
    .executeTakeFirst();
  expect(row).toMatchObject({
    actor_user_id: operator.id,
    detail: { email: 'ann@example.com', roles: ['advertiser', 'publisher'] },
  });
  // The session is over with the command.
  const sessions = await api.deps.db
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', operator.id)
    .execute();
  expect(sessions).toHaveLength(1);
});

it('writes the journal of a period', async () => {
  const { code, out } = await placard(['export', '2026-01-01', '2026-03-01']);
  expect([code, out.replace('\uFEFF', '').split('\r\n')[0]?.startsWith('document,kind,issued')]).toEqual([
    0,
    true,
  ]);
  const wrong = await placard(['export', '2026-03-01', '2026-01-01']);
  expect(wrong.code).toBe(1);
});

it('holds the books against each other, and ends with 1 where they differ', async () => {
  const zero = { walletDriftMicros: 0n, publisherDriftMicros: 0n, networkDriftMicros: 0n };
  const sums = { ledgerChargedMicros: 0n, reportsChargedMicros: 0n, ledgerTotalMicros: 0n };
  const work = async () =>
    await reconcileAsked({
      ...api.deps,
      compareReports: async () => ({
        comparedLines: 0,
        differingLines: 0,
        differences: [],
        ...zero,
        ...sums,
        rollupDifferences: [],
      }),
    });
  const { code, out } = await placard(['reconcile'], {}, work);
  expect([code, out.includes('DIFFERS'), out.split('\n').length > 2]).toEqual([0, false, true]);
  await api.deps.db
    .updateTable('ledger_account')
    .set({ balance_micros: 5n })
    .where('kind', '=', 'network_revenue')
    .execute();
  const wrong = await placard(['reconcile'], {}, work);
  expect([wrong.code, wrong.out.includes('DIFFERS')]).toEqual([1, true]);
});

it('renews the signing key, once until it signs', async () => {
  const made = await placard(['renew-signing-key']);
  expect([made.code, made.said]).toEqual([
    0,
    expect.stringMatching(/^Key 2 signs from \S+T00:00:00.000Z on\./),
  ]);
  expect((await placard(['renew-signing-key'])).code).toBe(1);
});

it('says how it is used, and what was refused', async () => {
  expect(await placard([])).toEqual({ code: 0, out: HELP, said: '' });
  for (const words of [['help'], ['invite', '--help'], ['-h']]) expect((await placard(words)).out).toBe(HELP);
  for (const words of [
    ['dance'],
    ['invite'],
    ['export', '2026-01-01'],
    ['invite', 'x@example.com', '--roles', 'operator'],
    ['--nothing'],
    ['invite', 'x@example.com', 'y@example.com'],
    ['reconcile', 'now'],
    ['export', '2026-01-01', '2026-03-01', 'journal.csv'],
    ['renew-signing-key', '--totp'],
  ])
    expect([words, (await placard(words)).code]).toEqual([words, 2]);
  const refused = await placard(['reconcile'], { PLACARD_OPERATOR_PASSWORD: 'Wrong-Horse-1' });
  expect([refused.code, refused.said]).toEqual([1, 'Login failed']);
  expect((await placard(['reconcile'], { PLACARD_OPERATOR_EMAIL: '' })).code).toBe(2);
  const below = await placard(['reconcile'], { PLACARD_URL: 'https://ads.example.com/placard' });
  expect([below.code, below.said]).toEqual([2, expect.stringContaining('PLACARD_URL should end')]);
  const other = await api.user();
  expect((await placard(['reconcile'], { PLACARD_OPERATOR_EMAIL: other.email })).code).toBe(1);
});
