import type { CampaignRow } from '@placard/contract/campaigns';
import { useTexts } from '../../i18n/texts.ts';
import { StatusChip } from '../../kits/status/status-chip.tsx';
import { formatDate } from '../../lib/format/time-format.ts';
import { useTimeZone } from '../../ui/date-time.tsx';
import { campaignsTexts } from './texts.ts';

type Shown = Pick<
  CampaignRow,
  'status' | 'note' | 'noteReason' | 'rejection' | 'startDate' | 'submitted' | 'approved'
>;

/** The stored status with its reason, and beside an active one whether it is scheduled or limited and why. */
export function CampaignStatus({ campaign }: { campaign: Shown }) {
  const t = useTexts(campaignsTexts);
  const timeZone = useTimeZone();
  return (
    <span className="inline-flex wrap gap-4">
      <StatusChip status={campaign.status} reason={statusReason(t, campaign)} />
      {campaign.note === 'scheduled' && (
        <StatusChip
          status="scheduled"
          reason={t('scheduledReason', { day: formatDate(campaign.startDate, timeZone) })}
        />
      )}
      {campaign.note === 'limited' && (
        <StatusChip
          status="limited"
          reason={campaign.noteReason === null ? null : t(`limit.${campaign.noteReason}`)}
        />
      )}
    </span>
  );
}

function statusReason(
  t: ReturnType<typeof useTexts<typeof campaignsTexts.english>>,
  campaign: Shown,
): string | null {
  if (campaign.status === 'rejected' && campaign.rejection !== null) {
    return t('rejectedReason', { text: campaign.rejection.text });
  }
  if (campaign.status === 'pending') return t('pendingReason');
  if (campaign.status !== 'paused' || campaign.approved) return null;
  return campaign.submitted ? t('resubmitReason') : t('neverSubmittedReason');
}
