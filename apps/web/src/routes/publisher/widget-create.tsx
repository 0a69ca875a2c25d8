import { useParams } from '@tanstack/react-router';
import { WidgetCreate } from '../../features/widgets/widget-create.tsx';
import { idParameter } from '../../lib/search/list-search.ts';
import { NotFoundPage } from '../public/not-found.tsx';

export default function WidgetCreatePage() {
  const params: { id?: string } = useParams({ strict: false });
  const id = idParameter(params.id ?? '');
  return id === undefined ? <NotFoundPage /> : <WidgetCreate key={id} websiteId={id} />;
}
