import { useParams } from '@tanstack/react-router';
import { WebsiteWidgets } from '../../features/widgets/website-widgets.tsx';
import { idParameter } from '../../lib/search/list-search.ts';
import { NotFoundPage } from '../public/not-found.tsx';

export default function WebsiteWidgetsPage() {
  const params: { id?: string } = useParams({ strict: false });
  const id = idParameter(params.id ?? '');
  return id === undefined ? <NotFoundPage /> : <WebsiteWidgets key={id} websiteId={id} />;
}
