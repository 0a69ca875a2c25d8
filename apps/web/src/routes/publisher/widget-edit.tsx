import { useParams } from '@tanstack/react-router';
import { BlockLists } from '../../features/publisher-ads/block-lists.tsx';
import { WidgetEdit } from '../../features/widgets/widget-edit.tsx';
import { idParameter } from '../../lib/search/list-search.ts';
import { NotFoundPage } from '../public/not-found.tsx';

export default function WidgetEditPage() {
  const params: { id?: string; widgetId?: string } = useParams({ strict: false });
  const websiteId = idParameter(params.id ?? '');
  const id = idParameter(params.widgetId ?? '');
  if (websiteId === undefined || id === undefined) return <NotFoundPage />;
  return (
    <>
      <WidgetEdit key={id} websiteId={websiteId} id={id} />
      <BlockLists websiteId={websiteId} widgetId={id} />
    </>
  );
}
