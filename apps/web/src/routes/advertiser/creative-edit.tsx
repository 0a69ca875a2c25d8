import { useParams } from '@tanstack/react-router';
import { CreativeEdit } from '../../features/creatives/creative-edit.tsx';
import { idParameter } from '../../lib/search/list-search.ts';
import { NotFoundPage } from '../public/not-found.tsx';

export default function CreativeEditPage() {
  const params: { id?: string } = useParams({ strict: false });
  const id = idParameter(params.id ?? '');
  return id === undefined ? <NotFoundPage /> : <CreativeEdit key={id} id={id} />;
}
