import type { CreativeRow } from '@placard/contract/creatives';
import { creativesTexts } from '../../i18n/en/creatives.ts';
import { useTexts } from '../../i18n/texts.ts';
import { StatusChip } from '../../ui/status-chip.tsx';

export function CreativeStatus({ creative }: { creative: Pick<CreativeRow, 'status' | 'rejection'> }) {
  const t = useTexts(creativesTexts);
  const { status, rejection } = creative;
  const decided = rejection !== null && (status === 'rejected' || status === 'cancelled');
  const rejected = decided
    ? t(status === 'rejected' ? 'rejectedReason' : 'takenDownReason', { text: rejection.text })
    : null;
  return <StatusChip status={status} reason={status === 'pending' ? t('pendingReason') : rejected} />;
}
