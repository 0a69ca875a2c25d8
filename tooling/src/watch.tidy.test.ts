import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { readSources } from './tidy/source-tree.ts';

const read = (name: string) => readFileSync(new URL(`../../docs/watch/${name}`, import.meta.url), 'utf8');
const NAME = /\b(?:placard_[a-z0-9_]+|process_[a-z_]+_(?:seconds|bytes)(?:_total)?|nodejs_[a-z0-9_]+)\b/g;

const namesIn = (text: string) => [...new Set(text.match(NAME))].sort();
/** A histogram is named once, and asked for by its parts. */
const known = (documented: readonly string[], name: string) =>
  documented.includes(name) || documented.includes(name.replace(/_(bucket|sum|count)$/, ''));

/** Figures by the calls that make them; delivery's share a beginning. */
function toldBySources(): string[] {
  const told = readSources()
    .filter(
      ({ path }) => /^(apps|packages)\/[^/]+\/src\//.test(path) && !/\.test\.ts$|\/testing\//.test(path),
    )
    .flatMap(({ path, text }) => {
      if (!text.includes('process/metrics-text') && !path.endsWith('process-figures.ts')) return [];
      const short = [...text.matchAll(/\bone\(\s*'([a-z_]+)'/g)].map(
        (found) => `placard_delivery_${found[1]}`,
      );
      const whole = [...text.matchAll(/'((?:placard|process|nodejs)_[a-z0-9_]+)'/g)].map(
        (found) => found[1] ?? '',
      );
      return [...short, ...whole];
    });
  return [...new Set(told)].sort();
}

it('every figure is documented, and no other', () => {
  expect(toldBySources().length).toBeGreaterThan(30);
  expect(namesIn(read('README.md').split('## Figures')[1] ?? '')).toEqual(toldBySources());
});

it.each(['alerts.yml', 'dashboard.json'])('%s asks for figures that there are', (file) => {
  const documented = namesIn(read('README.md'));
  const asked = namesIn(read(file));
  expect(asked.length).toBeGreaterThan(10);
  expect(asked.filter((name) => !known(documented, name))).toEqual([]);
});

it('the dashboard is one that Grafana reads: panels with a place, a title and figures of one source', () => {
  const { panels, templating } = JSON.parse(read('dashboard.json')) as {
    readonly templating: { readonly list: readonly { readonly name: string; readonly type: string }[] };
    readonly panels: readonly {
      readonly id: number;
      readonly title: string;
      readonly datasource: { readonly type: string; readonly uid: string };
      readonly gridPos: { readonly x: number; readonly w: number };
      readonly targets: readonly { readonly expr: string }[];
    }[];
  };
  expect(templating.list).toMatchObject([{ name: 'source', type: 'datasource', query: 'prometheus' }]);
  expect(panels.length).toBeGreaterThan(8);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  for (const { title, datasource, gridPos, targets } of panels) {
    expect(title).not.toBe('');
    expect(datasource).toEqual({ type: 'prometheus', uid: `\${source}` });
    expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
    for (const { expr } of targets) expect(expr).toMatch(/placard_|process_|nodejs_/);
    expect(targets.length).toBeGreaterThan(0);
  }
});

it('the rules are YAML as Prometheus reads it, each by its own name', () => {
  const { groups } = parse(read('alerts.yml')) as {
    readonly groups: readonly {
      readonly name: string;
      readonly rules: readonly { readonly alert: string }[];
    }[];
  };
  const names = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
  expect(names.length).toBe(read('alerts.yml').split('- alert: ').length - 1);
  expect(new Set(names).size).toBe(names.length);
});

it('every rule says how bad it is, what it is and what to do', () => {
  const rules = read('alerts.yml').split('- alert: ').slice(1);
  expect(rules.length).toBeGreaterThan(10);
  for (const rule of rules) {
    expect(rule).toMatch(/^Placard[A-Za-z]+\n\s+expr: \S/);
    expect(rule).toMatch(/severity: (page|warn) }\n\s+annotations:\n\s+summary: ".+"\n\s+todo: ".+"\n/);
    for (const [path] of rule.matchAll(/docs\/runbooks\/[a-z-]+\.md/g))
      expect(() => readFileSync(new URL(`../../${path}`, import.meta.url))).not.toThrow();
  }
});
