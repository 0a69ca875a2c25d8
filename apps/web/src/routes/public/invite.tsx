import { useSearch } from '@tanstack/react-router';
import { InviteForm } from '../../features/auth/invite-form.tsx';
import { LinkPage } from '../../features/auth/link-page.tsx';
import type { SearchRecord } from '../../lib/search/search-text.ts';

export default function InviteScreen() {
  const search: SearchRecord = useSearch({ strict: false });
  return (
    <LinkPage token={search.token} kinds={['invite', 'bootstrap']}>
      {(link, token, onEnded) => <InviteForm link={link} token={token} onEnded={onEnded} />}
    </LinkPage>
  );
}
