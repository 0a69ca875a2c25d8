import type { Website } from '@placard/contract/websites';
import { type Translate, useTexts } from '../../i18n/texts.ts';
import { StatusChip } from '../../kits/status/status-chip.tsx';
import { formatRelative } from '../../lib/format/time-format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { websitesTexts } from './texts.ts';

type T = Translate<typeof websitesTexts.english>;

/** The status with what it means or why it is so. */
export function WebsiteStatus({
  website,
}: {
  website: Pick<Website, 'status' | 'rejection' | 'suspendedBy' | 'suspensionText'>;
}) {
  const t = useTexts(websitesTexts);
  return <StatusChip status={website.status} reason={statusReason(t, website)} />;
}

function statusReason(
  t: T,
  website: Pick<Website, 'status' | 'rejection' | 'suspendedBy' | 'suspensionText'>,
): string | null {
  switch (website.status) {
    case 'rejected':
      return website.rejection === null ? null : t('reason.rejected', { text: website.rejection.text });
    case 'suspended':
      if (website.suspendedBy !== 'operator') return t('reason.suspendedByMe');
      return website.suspensionText === null
        ? t('reason.suspendedByNetwork')
        : t('reason.suspendedBecause', { text: website.suspensionText });
    case 'pending':
      return t('reason.pending');
    case 'archived':
      return t('reason.archived');
    case 'active':
      return null;
  }
}

/** The last ads.txt answer and its age. */
export function AdsTxtStatus({ website }: { website: Pick<Website, 'adsTxt' | 'adsTxtCheckedAt'> }) {
  const t = useTexts(websitesTexts);
  const { adsTxt, adsTxtCheckedAt } = website;
  const reason =
    adsTxtCheckedAt === null
      ? t('adsTxt.never')
      : t(`adsTxt.${adsTxt}`, { when: formatRelative(adsTxtCheckedAt, serverNow()) });
  return <StatusChip status={adsTxt} reason={reason} />;
}
