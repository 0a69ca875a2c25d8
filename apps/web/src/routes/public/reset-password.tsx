import { useSearch } from '@tanstack/react-router';
import { LinkPage } from '../../features/auth/link-page.tsx';
import { ResetForm } from '../../features/auth/reset-form.tsx';
import type { SearchRecord } from '../../lib/search/search-text.ts';

export default function ResetPasswordScreen() {
  const search: SearchRecord = useSearch({ strict: false });
  return (
    <LinkPage token={search.token} kinds={['reset']}>
      {(_, token, onEnded) => <ResetForm token={token} onEnded={onEnded} />}
    </LinkPage>
  );
}
