import { expect, it } from 'vitest';
import { api } from '../../lib/api/api.ts';
import { plain, plainRow } from '../../ui/testing/plain-answer.ts';
import { shown } from '../../ui/testing/shown.tsx';
import { DryRunTables } from './dry-run.tsx';
import RuleDialog from './rule-dialog.tsx';

const dialog = (value: string) =>
  shown(<RuleDialog rule={plainRow(api.trafficRules.list, { value })} onClose={() => {}} />);

it('a rule is tried once it says what it is about', () => {
  expect(dialog(' ').disabled).toEqual(['Try on yesterday']);
  expect(dialog('192.0.2.0/24').disabled).toEqual([]);
  expect(shown(<RuleDialog rule={null} onClose={() => {}} />).disabled).toEqual(['Try on yesterday']);
});

it('a day without events says so instead of shares', () => {
  const run = plain(api.trafficRules.dryRun);
  expect(shown(<DryRunTables run={run} />).markup).not.toContain('<table');
  expect(shown(<DryRunTables run={{ ...run, sampled: 1 }} />).markup).toContain('<table');
});

it('all rules together are a row where there are several', () => {
  const run = plain(api.trafficRules.dryRun, { sampled: 1 });
  const rule = {
    ...run.all,
    id: 1,
    field: 'network',
    value: 'a',
    label: 'One',
    enabled: true,
    atMost: false,
  } as const;
  const rows = (rules: (typeof run)['rules']) =>
    shown(<DryRunTables run={{ ...run, rules }} />).markup.match(/<tr>/g)?.length;
  // The head is a row too.
  expect(rows([rule])).toBe(2);
  expect(rows([rule, { ...rule, id: 2 }])).toBe(4);
});
