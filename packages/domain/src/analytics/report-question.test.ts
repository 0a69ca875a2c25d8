import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DIMENSION_KEYS, METRIC_KEYS } from './metrics.ts';
import {
  canContain,
  readFilters,
  readMetrics,
  readQuestion,
  readSort,
  textsOfQuestion,
} from './report-question.ts';

describe('a report’s question', () => {
  const value = fc.string({ unit: fc.constantFrom(...'abc:-0.,%2C!~'), maxLength: 6 });
  const dimension = fc.constantFrom(...DIMENSION_KEYS);
  const filter = fc.oneof(
    fc.record({ dimension, value }),
    fc.record({ dimension, value, how: fc.constant('not' as const) }),
    fc.record({
      dimension: fc.constantFrom(...DIMENSION_KEYS.filter(canContain)),
      value: value.filter((text) => text !== ''),
      how: fc.constant('contains' as const),
    }),
  );
  const metric = fc.constantFrom(...METRIC_KEYS);

  it('is read from its texts as it was', () => {
    const question = fc.record({
      metrics: fc.array(metric, { minLength: 1, maxLength: 4 }),
      by: fc.array(dimension, { maxLength: 2 }),
      filters: fc.array(filter, { maxLength: 3 }),
      sort: fc.option(fc.record({ key: fc.oneof(metric, dimension), descending: fc.boolean() })),
    });
    fc.assert(
      fc.property(question, (asked) => {
        expect(readQuestion(textsOfQuestion(asked))).toEqual(asked);
      }),
    );
  });

  it.each([
    [{ metrics: 'impressions,money' }, { field: 'metrics', text: 'money' }],
    [
      { metrics: 'clicks', by: 'weather' },
      { field: 'by', text: 'weather' },
    ],
    [
      { metrics: 'clicks', filter: 'country:DE,country' },
      { field: 'filter', text: 'country' },
    ],
    [
      { metrics: 'clicks', filter: 'campaign~:' },
      { field: 'filter', text: 'campaign~:' },
    ],
    [
      { metrics: 'clicks', filter: 'country~:D' },
      { field: 'filter', text: 'country~:D' },
    ],
    [
      { metrics: 'clicks', filter: '!:DE' },
      { field: 'filter', text: '!:DE' },
    ],
    [
      { metrics: 'clicks', filter: ':DE' },
      { field: 'filter', text: ':DE' },
    ],
    [
      { metrics: 'clicks', filter: 'weather:rain' },
      { field: 'filter', text: 'weather:rain' },
    ],
    [
      { metrics: 'clicks', sort: '--clicks' },
      { field: 'sort', text: '--clicks' },
    ],
  ])('of %o names what makes no sense', (texts, fault) => {
    expect(readQuestion(texts)).toEqual(fault);
  });

  it('is read as far as it makes sense where nobody asked for more', () => {
    expect(readFilters('country:DE,country,x:1,device:mobile')).toEqual([
      { dimension: 'country', value: 'DE' },
      { dimension: 'device', value: 'mobile' },
    ]);
    expect(readFilters('country!:DE,campaign~:au%2Ctumn%25,country~:D')).toEqual([
      { dimension: 'country', value: 'DE', how: 'not' },
      { dimension: 'campaign', value: 'au,tumn%', how: 'contains' },
    ]);
    expect(readMetrics('clicks,money,spend')).toEqual(['clicks', 'spend']);
    expect(readSort('-spend')).toEqual({ key: 'spend', descending: true });
    expect([readSort(undefined), readSort('-'), readSort('money')]).toEqual([null, null, null]);
  });
});
