import type { WalletTransaction } from '@placard/contract/billing';
import { translator } from '../../i18n/texts.ts';
import { formatDate } from '../../lib/format/time-format.ts';
import { walletTexts } from './texts.ts';

/** What a transaction was: its reason or reference, of advertising its day. */
export function bookingWords({ day, description }: Pick<WalletTransaction, 'day' | 'description'>): string {
  return day === null ? description : translator(walletTexts)('advertising', { day: formatDate(day, 'UTC') });
}
