import { type ShareRateRow, shareRateEnd } from '@placard/contract/share-rates';
import { useTexts } from '../../i18n/texts.ts';
import { api } from '../../lib/api/api.ts';
import { EndRateDialog } from '../dated-rates/end-dialog.tsx';
import { useShareWords } from './share-words.ts';
import { shareRateTexts } from './texts.ts';

/** Gives a share its last day. */
export default function EndDialog({ rate, onClose }: { rate: ShareRateRow; onClose: () => void }) {
  const t = useTexts(shareRateTexts);
  return (
    <EndRateDialog
      rate={rate}
      words={useShareWords()(rate)}
      title={t('endTitle')}
      schema={shareRateEnd}
      end={api.shareRates.end}
      queryKey="shareRates"
      onClose={onClose}
    />
  );
}
