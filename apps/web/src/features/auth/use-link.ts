import { useCallback, useEffect, useState } from 'react';
import { sessionApi } from '../../lib/api/session-api.ts';
import { ApiError } from '../../lib/faults/api-error.ts';

export type OneTimeLink = {
  readonly kind: 'invite' | 'reset' | 'bootstrap' | 'verify';
  readonly email: string | null;
};

export type LinkState =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly link: OneTimeLink }
  | { readonly state: 'invalid' }
  | { readonly state: 'failed'; readonly error: unknown; readonly retry: () => void };

const TOO_MANY = 429;

/**
 * What a one-time link is for. Refused by the server it is invalid; out of reach, or asked for too often, it may be
 * tried again.
 */
export function useLink(token: string | undefined, kinds: readonly OneTimeLink['kind'][]): LinkState {
  const [state, setState] = useState<LinkState>({ state: 'loading' });
  const accepted = kinds.join(' ');
  const load = useCallback(async () => {
    if (token === undefined) return setState({ state: 'invalid' });
    setState({ state: 'loading' });
    try {
      const link = await sessionApi.auth.link({ token });
      const fits = accepted.split(' ').includes(link.kind);
      setState(fits ? { state: 'ready', link } : { state: 'invalid' });
    } catch (error) {
      const refused =
        error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== TOO_MANY;
      setState(refused ? { state: 'invalid' } : { state: 'failed', error, retry: () => void load() });
    }
  }, [token, accepted]);
  useEffect(() => {
    void load();
  }, [load]);
  return state;
}
