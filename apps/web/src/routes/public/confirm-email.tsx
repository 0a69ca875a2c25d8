import { useSearch } from '@tanstack/react-router';
import { ConfirmEmail } from '../../features/auth/confirm-email.tsx';
import { LinkPage } from '../../features/auth/link-page.tsx';
import type { SearchRecord } from '../../lib/search/search-text.ts';

export default function ConfirmEmailScreen() {
  const search: SearchRecord = useSearch({ strict: false });
  return (
    <LinkPage token={search.token} kinds={['verify']}>
      {(link, token, onEnded) => <ConfirmEmail token={token} email={link.email ?? ''} onEnded={onEnded} />}
    </LinkPage>
  );
}
