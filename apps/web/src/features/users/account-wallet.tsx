import { useInfiniteQuery } from '@tanstack/react-query';
import { useTexts } from '../../i18n/texts.ts';
import { RELATED_SHOWN } from '../../kits/records/related-panel.tsx';
import { bookingWords } from '../../kits/wallet/booking-words.ts';
import { walletTexts } from '../../kits/wallet/texts.ts';
import { api, apiPages } from '../../lib/api/api.ts';
import { AccountBookings } from './account-bookings.tsx';

export function AccountWallet({ id }: { id: number }) {
  const w = useTexts(walletTexts);
  const query = useInfiniteQuery(apiPages(api.records.wallet, { id, limit: RELATED_SHOWN }));
  return (
    <AccountBookings
      query={query}
      title={w('title')}
      none={w('none')}
      failed={w('failed')}
      more={w('more')}
      moreFailed={w('moreFailed')}
      kind={(row) => w(`kinds.${row.kind}`)}
      about={bookingWords}
    />
  );
}
