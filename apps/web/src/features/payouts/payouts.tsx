import { Tabs } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { payoutTexts } from '../../i18n/en/payouts.ts';
import { useTexts } from '../../i18n/texts.ts';
import { useSearchParameters } from '../../lib/search/use-list.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { LoadingState } from '../../ui/states.tsx';
import { PayoutList } from './payout-list.tsx';
import classes from './payouts.module.css';

const PayoutExports = lazy(() => import('./payout-exports.tsx'));
const Closings = lazy(() => import('./closings.tsx'));
const PayoutSettings = lazy(() => import('./payout-settings.tsx'));

const TABS = ['payouts', 'exports', 'closings', 'settings'] as const;

/** Parameters of one tab's list, which mean nothing on the others. */
const EMPTY_LIST = {
  search: undefined,
  sort: undefined,
  page: undefined,
  pageSize: undefined,
  status: undefined,
  method: undefined,
  month: undefined,
  show: undefined,
};

/** Paying publishers: the queue, what went to the bank, the closed months behind it, and the rules. */
export function Payouts() {
  const t = useTexts(payoutTexts);
  const [raw, change] = useSearchParameters();
  const tab = TABS.find((key) => key === raw.tab) ?? 'payouts';
  const open = (next: string | null) =>
    change({ ...EMPTY_LIST, tab: next === null || next === 'payouts' ? undefined : next });
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <Tabs value={tab} keepMounted={false} onChange={open}>
        <Tabs.List className={classes.tabs} aria-label={t('tabs')}>
          {TABS.map((key) => (
            <Tabs.Tab key={key} value={key}>
              {t(`tab.${key}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Suspense fallback={<LoadingState />}>
          <Tabs.Panel value="payouts">
            <PayoutList />
          </Tabs.Panel>
          <Tabs.Panel value="exports">
            <PayoutExports />
          </Tabs.Panel>
          <Tabs.Panel value="closings">
            <Closings />
          </Tabs.Panel>
          <Tabs.Panel value="settings">
            <PayoutSettings />
          </Tabs.Panel>
        </Suspense>
      </Tabs>
    </>
  );
}
