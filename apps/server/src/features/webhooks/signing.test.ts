import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { newSecret, signedHeaders } from './signing.ts';

type Verify = (secret: string, headers: Record<string, string>, body: string) => boolean;

/** What docs/webhooks.md gives receivers who use no library. */
async function verifierOfDocs(): Promise<Verify> {
  const guide = readFileSync(new URL('../../../../../docs/webhooks.md', import.meta.url), 'utf8');
  const code = [...guide.matchAll(/```js\n([\s\S]*?)```/g)]
    .map(([, block]) => block ?? '')
    .find((block) => block.includes('isFromPlacard'));
  const module = `data:text/javascript,${encodeURIComponent(`${code}\nexport { isFromPlacard };`)}`;
  return ((await import(/* @vite-ignore */ module)) as { isFromPlacard: Verify }).isFromPlacard;
}

describe('a signature', () => {
  it('verifies by the convention’s library and by the guide’s own lines, whatever is said', async () => {
    const verify = await verifierOfDocs();
    fc.assert(
      fc.property(fc.json(), fc.uuid(), (body, id) => {
        const secret = newSecret();
        const headers = signedHeaders({ id, body }, [newSecret(), secret], new Date());
        expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
        expect(verify(secret, headers, body)).toBe(true);
        expect(verify(newSecret(), headers, body)).toBe(false);
        expect(verify(secret, headers, `${body} `)).toBe(false);
        expect(verify(secret, { ...headers, 'webhook-id': `${id}0` }, body)).toBe(false);
      }),
      { numRuns: 50 },
    );
  });

  it('is refused by the guide’s lines once it is five minutes old', async () => {
    const verify = await verifierOfDocs();
    const secret = newSecret();
    const aged = (seconds: number) => {
      const message = { id: 'evt_1', body: '{}' };
      return verify(secret, signedHeaders(message, [secret], new Date(Date.now() - seconds * 1_000)), '{}');
    };
    expect([aged(290), aged(310), aged(-310)]).toEqual([true, false, false]);
  });
});
