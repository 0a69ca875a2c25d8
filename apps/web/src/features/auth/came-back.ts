import { tabStore } from '../../lib/browser-storage.ts';

const KEPT = 'single-sign-on';
/** As the server sends browsers on that come back from the provider. */
const MARK = '#sign-in?';

/** In this tab alone: what comes back counts with it only. */
export function keepTicket(ticket: string, redirect: string | undefined): void {
  tabStore.write(KEPT, JSON.stringify({ ticket, redirect }));
}

export type CameBack = {
  /** The query of the provider's answer. */
  readonly query: string;
  /** Null: this tab began nothing. */
  readonly ticket: string | null;
  /** Where somebody wanted to go. */
  readonly redirect: string | undefined;
};

/** What the provider answered, where this page was opened with it. Changes nothing. */
export function readCameBack(): CameBack | null {
  const { hash } = window.location;
  if (!hash.startsWith(MARK)) return null;
  const { ticket, redirect } = readKept();
  return { query: hash.slice(MARK.length), ticket, redirect };
}

function readKept(): Pick<CameBack, 'ticket' | 'redirect'> {
  try {
    const kept: unknown = JSON.parse(tabStore.read(KEPT) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return { ticket: null, redirect: undefined };
    const ticket = 'ticket' in kept && typeof kept.ticket === 'string' ? kept.ticket : null;
    const redirect = 'redirect' in kept && typeof kept.redirect === 'string' ? kept.redirect : undefined;
    return { ticket, redirect };
  } catch {
    return { ticket: null, redirect: undefined };
  }
}

/** It counts once: nothing of it stays, neither in the address nor in the tab. */
export function forgetCameBack(): void {
  tabStore.remove(KEPT);
  window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
}
