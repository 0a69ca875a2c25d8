import { useParams } from '@tanstack/react-router';
import { CreativeDetails } from '../../features/creatives/creative-details.tsx';
import { idParameter } from '../../lib/search/list-search.ts';
import { NotFoundPage } from '../public/not-found.tsx';

export default function CreativeDetailsPage() {
  const params: { id?: string } = useParams({ strict: false });
  const id = idParameter(params.id ?? '');
  return id === undefined ? <NotFoundPage /> : <CreativeDetails key={id} id={id} />;
}
