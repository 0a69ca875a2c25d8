import { useParams } from '@tanstack/react-router';
import { CampaignDetails } from '../../features/campaigns/details/campaign-details.tsx';
import { idParameter } from '../../lib/search/list-search.ts';
import { NotFoundPage } from '../public/not-found.tsx';

export default function CampaignPage() {
  const params: { id?: string } = useParams({ strict: false });
  const id = idParameter(params.id ?? '');
  return id === undefined ? <NotFoundPage /> : <CampaignDetails key={id} id={id} />;
}
