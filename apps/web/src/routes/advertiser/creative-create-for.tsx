import { useParams } from '@tanstack/react-router';
import { PresetCreativeWizard } from '../../features/creatives/wizard/preset-wizard.tsx';
import { idParameter } from '../../lib/search/list-search.ts';
import { NotFoundPage } from '../public/not-found.tsx';

export default function CreativeCreateForPage() {
  const params: { campaignId?: string; adSetId?: string } = useParams({ strict: false });
  const campaignId = idParameter(params.campaignId ?? '');
  const adSetId = idParameter(params.adSetId ?? '');
  if (campaignId === undefined || adSetId === undefined) return <NotFoundPage />;
  return <PresetCreativeWizard key={adSetId} campaignId={campaignId} adSetId={adSetId} />;
}
