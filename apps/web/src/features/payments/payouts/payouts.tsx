import { useTexts } from '../../../i18n/texts.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { UrlTabs } from '../../../ui/url-tabs.tsx';
import { PayoutList } from './payout-list.tsx';
import { payoutTexts } from './texts.ts';

const PayoutExports = lazyPart(() => import('./payout-exports.tsx'));
const Closings = lazyPart(() => import('./closings.tsx'));
const Withheld = lazyPart(() => import('./withheld.tsx'));
const PayoutSettings = lazyPart(() => import('./payout-settings.tsx'));

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
export default function Payouts() {
  const t = useTexts(payoutTexts);
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <UrlTabs
        label={t('tabs')}
        leaves={EMPTY_LIST}
        className="below-16"
        tabs={[
          { key: 'payouts', label: t('tab.payouts'), content: <PayoutList /> },
          { key: 'exports', label: t('tab.exports'), content: <PayoutExports /> },
          { key: 'closings', label: t('tab.closings'), content: <Closings /> },
          { key: 'withheld', label: t('tab.withheld'), content: <Withheld /> },
          { key: 'settings', label: t('tab.settings'), content: <PayoutSettings /> },
        ]}
      />
    </>
  );
}
