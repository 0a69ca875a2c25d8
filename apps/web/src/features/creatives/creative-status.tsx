import type { CreativeRow } from '@placard/contract/creatives';
import { useTexts } from '../../i18n/texts.ts';
import { StatusChip } from '../../kits/status/status-chip.tsx';
import { creativesTexts } from './texts.ts';

export function CreativeStatus({ creative }: { creative: Pick<CreativeRow, 'status' | 'rejection'> }) {
  const t = useTexts(creativesTexts);
  const { status, rejection } = creative;
  const decided = rejection !== null && (status === 'rejected' || status === 'cancelled');
  const rejected = decided
    ? t(status === 'rejected' ? 'rejectedReason' : 'takenDownReason', { text: rejection.text })
    : null;
  return <StatusChip status={status} reason={status === 'pending' ? t('pendingReason') : rejected} />;
}
