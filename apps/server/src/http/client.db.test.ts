import type { AddressInfo } from 'node:net';
import { createClient } from '@placard/client/client';
import { campaigns, creatives, payments, webhooks } from '@placard/client/operations';
import { PlacardError } from '@placard/client/placard-error';
import { KEY_SCOPES } from '@placard/domain/account/api-key';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { giveKey } from './testing/give-key.ts';
import { createTestApi, type TestApi } from './testing/test-api.ts';

let api: TestApi;
let url: string;
let apiKey: string;
beforeAll(async () => {
  api = await createTestApi();
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`;
  const owner = await api.user({ roles: ['advertiser', 'publisher'] });
  apiKey = await giveKey(api, owner, KEY_SCOPES);
});
afterAll(async () => {
  await api.close();
});

const campaign = (name: string) => ({
  campaign: {
    name,
    objective: 'TRAFFIC' as const,
    totalBudget: 10,
    dailyBudget: null,
    startDate: '2026-03-10',
    endDate: null,
  },
  adSet: { name: 'Everywhere', totalBudget: null, dailyBudget: null },
  requestKey: crypto.randomUUID(),
});
/** What a call is refused with. */
async function refusal(work: Promise<unknown>): Promise<PlacardError> {
  const error = await work.catch((cause: unknown) => cause);
  if (error instanceof PlacardError) return error;
  throw error;
}

describe('the client, against a running server', () => {
  it('makes, reads, saves and lists, typed by the contract', async () => {
    const placard = createClient({ url: `${url}/`, apiKey });
    const { campaignId: id } = await placard.call(campaigns.create, campaign('Spring'));
    const read = await placard.call(campaigns.get, { id });
    expect([read.name, read.status]).toEqual(['Spring', 'paused']);
    const { version } = read;
    const change = { id, name: 'Summer', totalBudget: 20, dailyBudget: null };
    const saved = await placard.call(campaigns.updateNameAndBudgets, { ...change, version });
    expect(saved.name).toBe('Summer');
    const stale = await refusal(
      placard.call(campaigns.updateNameAndBudgets, { ...change, version: 2 }, { ifMatch: `"${version}"` }),
    );
    expect([stale.status, stale.code]).toEqual([412, 'precondition_failed']);
    const { total } = await placard.call(campaigns.list, { search: 'Summer', status: 'paused' });
    expect(total).toBe(1);
  });

  it('says what was refused, where, and of a server that is not there that there was no answer', async () => {
    const placard = createClient({ url, apiKey, retries: 0 });
    const wrong = await refusal(placard.call(campaigns.create, { ...campaign('x'), requestKey: '' }));
    expect([wrong.status, wrong.code, wrong.issues.map(({ path }) => path)]).toEqual([
      422,
      'invalid_input',
      ['requestKey'],
    ]);
    const gone = await refusal(placard.call(campaigns.get, { id: 2_000_000_000 }));
    expect([gone.status, gone.code]).toEqual([404, 'campaign_not_found']);
    const stranger = createClient({ url, apiKey: `pk_${'A'.repeat(43)}`, retries: 0 });
    expect((await refusal(stranger.call(webhooks.list))).status).toBe(401);
    const nobody = createClient({ url: 'http://127.0.0.1:9', apiKey, retries: 0 });
    expect((await refusal(nobody.call(webhooks.list))).code).toBe('no_answer');
  });

  it('goes through lists by their pages and logs to their end', async () => {
    const placard = createClient({ url, apiKey });
    const { campaignId: id } = await placard.call(campaigns.create, campaign('Many'));
    for (let copies = 0; copies < 4; copies += 1) await placard.call(campaigns.duplicate, { id });
    const ids: number[] = [];
    for await (const { id: found } of placard.each(campaigns.list, { search: 'Many', pageSize: 2 }))
      ids.push(found);
    expect(new Set(ids).size).toBe(5);
    const { endpoint } = await placard.call(webhooks.create, {
      url: 'https://shop.example/',
      eventTypes: ['month.closed'],
    });
    for (let tests = 0; tests < 5; tests += 1) await placard.call(webhooks.test, { id: endpoint.id });
    let sent = 0;
    for await (const { eventType } of placard.each(webhooks.deliveries, { id: endpoint.id, limit: 2 })) {
      expect(eventType).toBe('webhook.test');
      sent += 1;
    }
    expect(sent).toBe(5);
  });

  it('uploads a file', async () => {
    const placard = createClient({ url, apiKey });
    const file = new File(['no image'], 'x.png', { type: 'image/png' });
    const refused = await refusal(placard.call(creatives.uploadImage, { file, width: 300, height: 250 }));
    expect([refused.status, refused.code]).toEqual([422, 'image_rejected']);
  });
});

describe('sent again', () => {
  const waits: number[] = [];
  const wait = async (ms: number) => {
    waits.push(ms);
  };
  /** Fails so often before the call comes through. */
  const failing = (times: number, how: () => Response | Promise<Response>) => {
    let left = times;
    return async (...call: Parameters<typeof fetch>) => {
      left -= 1;
      return left >= 0 ? await how() : await fetch(...call);
    };
  };
  const limited = () =>
    new Response(JSON.stringify({ error: { code: 'rate_limited', message: 'Later' } }), {
      status: 429,
      headers: { 'retry-after': '7', 'content-type': 'application/json' },
    });

  it('is what was limited, after so long as it was told, and no more often than three times', async () => {
    waits.length = 0;
    const placard = createClient({ url, apiKey, wait, fetch: failing(3, limited) });
    const { items } = await placard.call(webhooks.list);
    expect([items.length > 0, waits]).toEqual([true, [7_000, 7_000, 7_000]]);
    const never = createClient({ url, apiKey, wait, fetch: failing(4, limited) });
    expect((await refusal(never.call(webhooks.list))).retryAfterSeconds).toBe(7);
  });

  it('is what got no answer, only where a second time does nothing, and with the same key', async () => {
    const lost = async () => await Promise.reject(new TypeError('the line is dead'));
    waits.length = 0;
    const placard = createClient({ url, apiKey, wait, fetch: failing(2, lost) });
    await placard.call(payments.profiles);
    expect(waits).toEqual([500, 1_000]);
    const changing = createClient({ url, apiKey, wait, fetch: failing(1, lost) });
    const error = await refusal(changing.call(webhooks.test, { id: 1 }));
    expect(error.code).toBe('no_answer');
    // It came through, and only its answer was lost.
    let first = true;
    const half = async (...call: Parameters<typeof fetch>) => {
      const response = await fetch(...call);
      if (!first) return response;
      first = false;
      throw new TypeError('the line is dead');
    };
    const once = createClient({ url, apiKey, wait, fetch: half });
    const profile = { name: 'Once', details: { type: 'paypal' as const, paypalEmail: 'once@example.com' } };
    await once.call(payments.createProfile, profile);
    const { items } = await once.call(payments.profiles);
    expect(items.filter(({ name }) => name === 'Once')).toHaveLength(1);
  });
});
