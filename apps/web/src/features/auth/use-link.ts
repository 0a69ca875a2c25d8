import { useCallback, useEffect, useState } from 'react';
import { sessionApi } from '../../lib/api/session-api.ts';
import { ApiError } from '../../lib/faults/api-error.ts';

export type OneTimeLink = {
  readonly kind: 'invite' | 'reset' | 'bootstrap' | 'verify';
  readonly email: string | null;
};

/** Asks what a link is for; null where it is for something else. */
export type LinkLoader<Link> = (token: string) => Promise<Link | null>;

/** Of the links with which somebody signs in. */
export function linkOf(kinds: readonly OneTimeLink['kind'][]): LinkLoader<OneTimeLink> {
  return async (token) => {
    const link = await sessionApi.auth.link({ token });
    return kinds.includes(link.kind) ? link : null;
  };
}

export type LinkState<Link> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly link: Link }
  | { readonly state: 'invalid' }
  | { readonly state: 'failed'; readonly error: unknown; readonly retry: () => void };

const TOO_MANY = 429;

/**
 * What a one-time link is for. Refused by the server it is invalid; out of reach, or asked for too often, it may be
 * tried again.
 * @param ask the same function each time
 */
export function useLink<Link>(token: string | undefined, ask: LinkLoader<Link>): LinkState<Link> {
  const [state, setState] = useState<LinkState<Link>>({ state: 'loading' });
  const load = useCallback(async () => {
    if (token === undefined) return setState({ state: 'invalid' });
    setState({ state: 'loading' });
    try {
      const link = await ask(token);
      setState(link === null ? { state: 'invalid' } : { state: 'ready', link });
    } catch (error) {
      const refused =
        error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== TOO_MANY;
      setState(refused ? { state: 'invalid' } : { state: 'failed', error, retry: () => void load() });
    }
  }, [token, ask]);
  useEffect(() => {
    void load();
  }, [load]);
  return state;
}
