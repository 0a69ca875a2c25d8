import { expect, it } from 'vitest';
import { api } from '../../lib/api/api.ts';
import { plainRow } from '../../ui/testing/plain-answer.ts';
import { answered, shown } from '../../ui/testing/shown.tsx';
import { ShareRatesPanel } from './share-rates-panel.tsx';

it('a share of one website names it, one of all names none', () => {
  const panel = (website: { id: number; domain: string } | null) =>
    shown(<ShareRatesPanel publisherId={3} />, [
      answered(
        api.shareRates.list,
        { publisherId: 3 },
        { items: [plainRow(api.shareRates.list, { website })] },
      ),
    ]);
  expect(panel({ id: 7, domain: 'example.com' }).markup).toContain('/operator/websites/7');
  expect(panel(null).markup).not.toContain('/operator/websites/');
});
