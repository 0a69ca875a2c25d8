import { useTexts } from '../../i18n/texts.ts';
import { formatRelative } from '../../lib/format/time-format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { campaignsTexts } from './texts.ts';
import { type CampaignDraft, draftName } from './use-campaign-draft.ts';

/** Which draft it is and how old. */
export function useDraftText(draft: CampaignDraft): string {
  const t = useTexts(campaignsTexts);
  const name = draftName(draft);
  const when = formatRelative(draft.updatedAt, serverNow());
  return name === '' ? t('draft.textUnnamed', { when }) : t('draft.text', { name, when });
}
