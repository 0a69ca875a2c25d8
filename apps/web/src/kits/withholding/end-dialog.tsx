import { type WithholdingRateRow, withholdingRateEnd } from '@placard/contract/withholding';
import { useTexts } from '../../i18n/texts.ts';
import { api } from '../../lib/api/api.ts';
import { EndRateDialog } from '../dated-rates/end-dialog.tsx';
import { withholdingTexts } from './texts.ts';
import { useWithholdingWords } from './withholding-words.ts';

/** Gives a rate its last day. */
export default function EndDialog({ rate, onClose }: { rate: WithholdingRateRow; onClose: () => void }) {
  const t = useTexts(withholdingTexts);
  return (
    <EndRateDialog
      rate={rate}
      words={useWithholdingWords()(rate)}
      title={t('endTitle')}
      schema={withholdingRateEnd}
      end={api.withholding.end}
      queryKey="withholding"
      onClose={onClose}
    />
  );
}
