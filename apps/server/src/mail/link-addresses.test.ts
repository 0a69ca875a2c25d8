import { expect, it } from 'vitest';
import { linkUrl, withoutTokens } from './link-addresses.ts';

it.each(['invite', 'reset', 'bootstrap', 'verify', 'member', 'signUp'] as const)(
  'what is kept of a link of kind %s opens nothing',
  (kind) => {
    const link = linkUrl('https://ads.example', kind, 'A1b2-_'.repeat(7));
    const kept = withoutTokens(`Open ${link} now, or ${link}.`);
    expect(kept).toBe(`Open ${link.split('=', 1)[0]}=… now, or ${link.split('=', 1)[0]}=….`);
  },
);
