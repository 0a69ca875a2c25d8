import * as collect from '@placard/contract/wire/collect-protocol';
import * as tag from '@placard/contract/wire/tag-protocol';
import * as tracking from '@placard/contract/wire/tracking-link';
import { expect, it } from 'vitest';
import { DELIVERY_PATHS } from './delivery-calls.ts';

const known = Object.entries({ ...collect, ...tag, ...tracking }).flatMap(([name, value]) =>
  name.endsWith('_PATH') && typeof value === 'string' ? [[name, value] as const] : [],
);

it.each(known)('hostile calls go to %s (%s) too', (_name, path) => {
  expect(DELIVERY_PATHS.filter((each) => each === path || each.startsWith(`${path}/`))).not.toEqual([]);
});

it('knows of each address that the contract has', () => {
  expect(known.length).toBeGreaterThan(10);
});
