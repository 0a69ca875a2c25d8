import type { ModeratedCampaign } from '@placard/contract/moderated-campaigns';
import { useTexts } from '../../i18n/texts.ts';
import { StatusChip } from '../../kits/status/status-chip.tsx';
import { moderationTexts } from './texts.ts';

type Shown = Pick<ModeratedCampaign, 'status' | 'note' | 'noteReason' | 'rejection'>;

/** How it stands; beside a running one whether something keeps it from serving. */
export function ModeratedCampaignStatus({ campaign }: { campaign: Shown }) {
  const t = useTexts(moderationTexts);
  const { status, note, noteReason, rejection } = campaign;
  return (
    <span className="inline-flex wrap gap-4">
      <StatusChip status={status} reason={status === 'rejected' ? rejection?.text : null} />
      {note === 'scheduled' && <StatusChip status="scheduled" />}
      {note === 'limited' && (
        <StatusChip status="limited" reason={noteReason === null ? null : t(`limit.${noteReason}`)} />
      )}
    </span>
  );
}
