import type { RecordKind } from '@placard/domain/record';
import { expect, it } from 'vitest';
import { api } from '../../lib/api/api.ts';
import { plain, plainRow } from '../../ui/testing/plain-answer.ts';
import { shown } from '../../ui/testing/shown.tsx';
import HistoryPanel from './history-panel.tsx';

const entry = plainRow(api.operator.audit, {
  action: 'campaign.approve',
  subjectKind: 'campaign',
  subjectName: 'Spring',
});

const panel = (kind: RecordKind, items = [entry]) => {
  const asked = kind === 'account' ? { account: 3 } : { subjectKind: kind, subjectId: 3 };
  const queryKey = [...api.operator.audit.key, { ...asked, limit: 8 }, ''];
  return shown(<HistoryPanel kind={kind} id={3} state="" />, [
    { queryKey, answer: plain(api.operator.audit, { items }) },
  ]);
};

it('of an account each line says what it was done to, of a record all are of it', () => {
  expect(panel('account').words).toContain('Spring');
  expect(panel('campaign').words).not.toContain('Spring');
});

it('the whole log is one press away where there is any of it', () => {
  expect(panel('campaign').markup).toContain('/operator/audit');
  expect(panel('campaign', []).markup).not.toContain('/operator/audit');
});
