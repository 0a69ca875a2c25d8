import { useEffect, useState } from 'react';
import { sessionApi } from '../../lib/api/session-api.ts';

export type SignInConfig = Awaited<ReturnType<typeof sessionApi.auth.config>>;

export type AskedSignInConfig = {
  /** Null until the network has said it, and where it can't be reached. */
  readonly config: SignInConfig | null;
  /** Why it can't: of a page that needs no more than a form, what is pressed next tells it as well. */
  readonly failed: { readonly error: unknown; readonly retry: () => void } | null;
};

/** What the network says of signing in. */
export function useSignInConfig(): AskedSignInConfig {
  const [config, setConfig] = useState<SignInConfig | null>(null);
  const [error, setError] = useState<{ readonly error: unknown } | null>(null);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try asks anew
  useEffect(() => {
    const asked = new AbortController();
    sessionApi.auth.config({}, { signal: asked.signal }).then(setConfig, (error: unknown) => {
      if (!asked.signal.aborted) setError({ error });
    });
    return () => asked.abort();
  }, [tries]);
  const retry = () => {
    setError(null);
    setTries(tries + 1);
  };
  return { config, failed: error === null ? null : { ...error, retry } };
}
