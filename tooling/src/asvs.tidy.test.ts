import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { asvsFaults } from './tidy/asvs.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

it('what docs/asvs.md says of each requirement names what is there, once, and adds up', () => {
  const page = readFileSync(join(ROOT, 'docs/asvs.md'), 'utf8');
  expect(asvsFaults(page, (path) => existsSync(join(ROOT, path)))).toEqual([]);
});

describe('what is wrong is found', () => {
  const RIGHT = [
    '| chapter | met | part | deviation | not met | n.a. |',
    '| V1 Encoding | 1 | 0 | 0 | 1 | 0 |',
    '| V2 Validation | 0 | 0 | 1 | 0 | 0 |',
    '| **all** | **1** | **0** | **1** | **1** | **0** |',
    'Besides, 2 that speak of what is not there.',
    '| V1.1.1 | decoding | met | `apps/a.test.ts` |',
    '| V1.1.2 | encoding | not met | nothing |',
    '| V2.1.1 | rules | deviation | otherwise: `deploy/nginx/placard.conf` |',
  ].join('\n');
  const faults = (from: string, to: string) =>
    asvsFaults(RIGHT.replace(from, to), (path) => !path.includes('gone'), 5);

  it('and nothing of what is right', () => {
    expect(faults('', '')).toEqual([]);
  });

  it.each([
    ['V1.1.2', 'V1.1.1', 'V1.1.1 is there twice'],
    ['encoding | not met', 'encoding | maybe', '"maybe" is no state'],
    ['apps/a.test.ts', 'apps/gone.test.ts', 'apps/gone.test.ts is not there'],
    ['apps/a.test.ts', 'apps/a.ts', 'V1.1.1 is met, and nothing shows it'],
    ['`deploy/nginx/placard.conf`', 'somehow', 'V2.1.1 deviates, and no file is named'],
    ['| V1 Encoding | 1 |', '| V1 Encoding | 2 |', 'V1 Encoding: 2,0,0,1,0 is told, 1,0,0,1,0 is so'],
    ['**0** | **1** | **1**', '**1** | **1** | **1**', '**all**: 1,1,1,1,0 is told, 1,0,1,1,0 is so'],
    ['Besides, 2', 'Besides, 3', '3 rows and 3 besides are not 5'],
  ])('%s as %s', (from, to, fault) => {
    expect(faults(from, to)).toContainEqual(expect.stringContaining(fault));
  });

  it('but not where somebody read it', () => {
    expect(faults('`apps/a.test.ts`', '`apps/a.ts` (read)')).toEqual([]);
  });
});
