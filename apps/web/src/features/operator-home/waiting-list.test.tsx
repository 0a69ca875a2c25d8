import { expect, it } from 'vitest';
import { shown } from '../../ui/testing/shown.tsx';
import { WaitingList } from './waiting-list.tsx';

const AT = '2026-03-01T12:00:00Z';
const wait = { count: 2, more: false, oldestAt: AT, dueAt: null } as const;

it('what has to be done by a day says which, in the place of its age, and leads to those alone', () => {
  const { words, markup } = shown(
    <WaitingList
      waits={[
        { ...wait, kind: 'deposit' },
        { ...wait, kind: 'dispute', dueAt: '2026-03-04T09:30:00Z' },
      ]}
    />,
  );
  expect(words).toMatch(/Contested payments Answer by Mar 4, 2026, 09:30 2/);
  expect(words.match(/Oldest/g)).toHaveLength(1);
  expect(markup).toContain('href="/operator/deposits?contested=answer"');
});
