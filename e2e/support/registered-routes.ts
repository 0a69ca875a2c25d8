import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SmallNetwork } from './small-network.ts';

const REGISTRY = fileURLToPath(new URL('../../apps/web/src/app/registry/', import.meta.url));

export type Visitor = 'guest' | 'advertiser' | 'publisher' | 'operator';
export type RegisteredScreen = { readonly path: string; readonly visitor: Visitor };

/** Who gets in, by the name of what the registry asks of them. */
const VISITORS: Readonly<Record<string, Visitor>> = {
  ANYBODY: 'guest',
  GUEST: 'guest',
  EITHER_ROLE: 'advertiser',
  SIGNED_IN: 'advertiser',
  ADVERTISER: 'advertiser',
  PUBLISHER: 'publisher',
  OPERATOR: 'operator',
};

/**
 * Every screen of the dashboard's route registry, read from its source: the registry itself only loads in a browser.
 * @throws Error for a line that is written in another way, so that none is left out unnoticed.
 */
export function registeredScreens(): RegisteredScreen[] {
  const source = readdirSync(REGISTRY)
    .filter((name) => name.endsWith('-routes.ts'))
    .map((name) => readFileSync(REGISTRY + name, 'utf8').replace(/\/\*[\s\S]*?\*\//g, ''))
    .join('\n');
  const lines = source.match(/\b(?:screen|authScreen)\(/g)?.length ?? 0;
  const screens = [...source.matchAll(/\b(?:screen|authScreen)\(\s*'([^']+)',\s*(\w+)/g)].map(
    ([, path = '', access = '']): RegisteredScreen => {
      const visitor = VISITORS[access];
      if (visitor === undefined) throw new Error(`${path} asks for ${access}: who is that?`);
      return { path, visitor };
    },
  );
  if (screens.length !== lines || lines === 0) throw new Error('the registry has lines of another form');
  return [...screens, { path: '/not-found', visitor: 'guest' }];
}

/** What stands for the parameters of a path: `$id` by the segment before it, others by their name. */
export function exampleIds(network: SmallNetwork): Readonly<Record<string, number>> {
  const { campaignId, adSetId, creativeId, websiteId, widgetId } = network;
  return { campaigns: campaignId, campaignId, adSetId, creatives: creativeId, websites: websiteId, widgetId };
}

/** With an example's id in the place of each parameter: `$id` is one of what stands before it in the path. */
export function filledPath(path: string, ids: Readonly<Record<string, number>>): string {
  return path.replace(/(?<=\/([\w-]+)\/)\$id|\$(\w+)/g, (_, before?: string, name = before ?? '') => {
    const id = ids[name];
    if (id === undefined) throw new Error(`no example of ${name} for ${path}`);
    return String(id);
  });
}
