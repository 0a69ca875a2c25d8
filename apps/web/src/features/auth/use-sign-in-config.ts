import { useEffect, useState } from 'react';
import { sessionApi } from '../../lib/api/session-api.ts';

export type SignInConfig = Awaited<ReturnType<typeof sessionApi.auth.config>>;

/** What the network says of signing in; null until it has, and where it can't be reached. */
export function useSignInConfig(): SignInConfig | null {
  const [config, setConfig] = useState<SignInConfig | null>(null);
  useEffect(() => {
    const asked = new AbortController();
    // Where this fails, what is pressed next tells what is wrong.
    sessionApi.auth.config({}, { signal: asked.signal }).then(setConfig, () => undefined);
    return () => asked.abort();
  }, []);
  return config;
}
