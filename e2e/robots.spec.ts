import { expect } from '@playwright/test';
import { sharedPlacard, test } from './support/own-placard.ts';
import { registeredScreens } from './support/registered-routes.ts';

const own = sharedPlacard();

type Rule = { readonly allows: boolean; readonly length: number; readonly fits: RegExp };

/** As RFC 9309 has it: the longest rule that fits, else it is allowed. */
function crawlable(robots: string): (path: string) => boolean {
  const rules = [...robots.matchAll(/^(Allow|Disallow): (\S+)$/gm)].map(([, verb, path = '']): Rule => {
    const pattern = path.replaceAll(/[.?+^$()[\]{}|\\]/g, '\\$&').replaceAll('*', '.*');
    return { allows: verb === 'Allow', length: path.length, fits: new RegExp(`^${pattern}`) };
  });
  return (path) => {
    const fitting = rules.filter(({ fits }) => fits.test(path)).sort((a, b) => b.length - a.length);
    return fitting[0]?.allows ?? true;
  };
}

const robotsOf = async (base: string) => {
  const answer = await fetch(`${base}/robots.txt`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  return await answer.text();
};

test('crawlers are asked to stay before sign-in, and away from what only one person was sent', async () => {
  const mayCrawl = crawlable(await robotsOf(own.placard.url));
  for (const { path, visitor } of registeredScreens())
    expect.soft(mayCrawl(path), path).toBe(visitor === 'guest');
  for (const path of ['/', '/login?type=publisher', '/sellers.json', '/assets/main.js', '/api/docs'])
    expect.soft(mayCrawl(path), path).toBe(true);
  for (const path of ['/api/auth/me', '/invite?token=x', '/reset-password?a=b&token=x'])
    expect.soft(mayCrawl(path), path).toBe(false);
});

test('crawlers are asked not to follow clicks; ads, their images and the page about them stay open', async () => {
  const mayCrawl = crawlable(await robotsOf(own.placard.deliveryUrl));
  for (const path of [
    '/c/token',
    '/f/key?t=token',
    '/t/c/token',
    '/t/i/token',
    '/e/i/token',
    '/collect',
    '/p',
  ])
    expect.soft(mayCrawl(path), path).toBe(false);
  for (const path of ['/sdk.js', '/analytics.js', '/look.js', '/a?w=key.300', '/i/key', '/r/token', '/demo'])
    expect.soft(mayCrawl(path), path).toBe(true);
});
