import { useParams } from '@tanstack/react-router';
import { BlockLists } from '../../features/publisher-ads/block-lists.tsx';
import { WebsiteEdit } from '../../features/websites/website-edit.tsx';
import { idParameter } from '../../lib/search/list-search.ts';
import { NotFoundPage } from '../public/not-found.tsx';

export default function WebsiteEditPage() {
  const params: { id?: string } = useParams({ strict: false });
  const id = idParameter(params.id ?? '');
  if (id === undefined) return <NotFoundPage />;
  return (
    <>
      <WebsiteEdit key={id} id={id} />
      <BlockLists websiteId={id} />
    </>
  );
}
