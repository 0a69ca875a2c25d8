import { useSearch } from '@tanstack/react-router';
import { LoginForm } from '../../features/auth/login-form.tsx';
import type { SearchRecord } from '../../lib/search/search-text.ts';

export default function LoginScreen() {
  const search: SearchRecord = useSearch({ strict: false });
  return <LoginForm redirect={search.redirect} />;
}
