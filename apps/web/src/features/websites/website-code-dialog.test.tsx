import type { Ownership } from '@placard/contract/collector';
import { expect, it } from 'vitest';
import { api } from '../../lib/api/api.ts';
import { answered, shown } from '../../ui/testing/shown.tsx';
import WebsiteCodeDialog from './website-code-dialog.tsx';

const said = (ownership: Ownership | null) =>
  shown(<WebsiteCodeDialog id={3} onClose={() => {}} />, [
    answered(api.collector.websiteCode, { id: 3 }, { domain: 'example.com', ownership }),
  ]).words;

it('whose website it is, is shown by the code, by ads.txt, or not yet', () => {
  const at = '2026-03-01T00:00:00Z';
  const [none, byCode, byFile] = [
    said(null),
    said({ how: 'analytics_code', at }),
    said({ how: 'ads_txt', at }),
  ];
  expect(none).toContain('also verifies that the website is yours');
  expect(byCode).not.toContain('ads.txt');
  expect(byFile).toContain('ads.txt');
});
