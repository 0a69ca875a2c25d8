import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { announcedScripts, BUDGETS_KIB, budgetOf, firstLoads, isOver } from './byte-budgets.ts';

const dist = new URL('../dist/', import.meta.url).pathname;

describe('budgets of first loads', () => {
  it('end at the byte', () => {
    expect(BUDGETS_KIB).toEqual({ login: 135, list: 220, statistics: 240 });
    expect(isOver('login', 138_240)).toBe(false);
    expect(isOver('login', 138_241)).toBe(true);
    expect(isOver('list', 225_280)).toBe(false);
    expect(isOver('list', 225_281)).toBe(true);
    expect(isOver('statistics', 245_760)).toBe(false);
    expect(isOver('statistics', 245_761)).toBe(true);
  });

  it('follow from the layers that a page loads', () => {
    const base = ['assets/react-CvdC6zOt.js', 'assets/base-DvYK_2JF.js'];
    const shell = [...base, 'assets/shell-dGjFbt3Z.js'];
    expect(budgetOf([...base, 'assets/login-form-a-cdefgh.js'])).toBe('login');
    expect(budgetOf([...shell, 'assets/table-Dhx3nY9-.js'])).toBe('list');
    expect(budgetOf([...shell, 'assets/report-DEj17CsD.js'])).toBe('statistics');
    expect(budgetOf([...shell, 'assets/form-BybS0czu.js'])).toBeNull();
  });

  it('count each script once that the head names', () => {
    const html = `<script type="module" src="/assets/a-12345678.js"></script><link href="/assets/a.css">
      <link rel="modulepreload" href="/assets/b-12345678.js"><link rel="modulepreload" href="/assets/a-12345678.js">`;
    expect(announcedScripts(html)).toEqual(['assets/a-12345678.js', 'assets/b-12345678.js']);
  });
});

// `npm test` builds first; alone there may be nothing yet to weigh.
describe.skipIf(!existsSync(`${dist}screens.json`))('the build', () => {
  it('keeps to them on every page', () => {
    const loads = firstLoads(dist);
    const paths = (budget: string) => loads.filter((load) => load.budget === budget).map(({ path }) => path);
    expect(paths('login')).toContain('/login');
    expect(paths('list')).toEqual(expect.arrayContaining(['/advertiser/campaigns', '/publisher/websites']));
    expect(paths('statistics')).toEqual(
      expect.arrayContaining(['/advertiser/statistics', '/publisher/stats']),
    );
    // A layer comes whole: one small thing that another needs of it brings all of it along.
    const layersOf = (path: string) => loads.find((load) => load.path === path)?.layers;
    expect(layersOf('/publisher/websites')).toEqual(expect.arrayContaining(['shell', 'table']));
    for (const layer of ['auth', 'campaigns', 'report'])
      expect(layersOf('/publisher/websites')).not.toContain(layer);
    const over = loads.filter(({ budget, gzipBytes }) => isOver(budget, gzipBytes));
    expect(over).toEqual([]);
  });
});
