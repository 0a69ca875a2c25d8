import { useEffect } from 'react';
import { tabStore } from '../lib/browser-storage.ts';
import { Failure } from './failure.tsx';

/** Whether the server that this page came from answers at all. */
async function isReachable(): Promise<boolean> {
  try {
    return (await fetch('/', { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

/** A style sheet that could not be had is there, but can't be read. */
function isMissing({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet?.cssRules === undefined;
  } catch {
    return true;
  }
}

/** Vite asks for each style sheet once, also where it could not be had: the next try would be a part without its looks. */
function fetchMissingStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    if (isMissing(link)) link.replaceWith(link.cloneNode());
  }
}

/** @returns what stands in the place of a part whose file could not be had, or the part where it can be had by now. */
export async function failedPart<Part>(
  page: boolean,
  fetchAgain: () => Promise<void>,
  load: () => Promise<{ readonly default: Part }>,
) {
  const away = !(await isReachable());
  const again = () => {
    fetchMissingStyles();
    void fetchAgain();
  };
  const failed = () => <FailedPart away={away} page={page} onRetry={again} />;
  if (away) return failed;
  // The network may have come back since: only what is not there now either was taken away.
  fetchMissingStyles();
  return await load().then(
    (file) => file.default,
    () => failed,
  );
}

const LOADED_ANEW = 'loaded-anew';

function FailedPart({ away, page, onRetry }: { away: boolean; page: boolean; onRetry: () => void }) {
  const retry = away ? onRetry : () => window.location.reload();
  useEffect(() => {
    if (away) {
      window.addEventListener('online', onRetry);
      return () => window.removeEventListener('online', onRetry);
    }
    // A newer release took the file away. A page is then loaded anew by itself, once; of a part the page may hold more than that.
    if (!page || tabStore.read(LOADED_ANEW) === window.location.href) return;
    // Not where nobody would know of it after that.
    if (!tabStore.write(LOADED_ANEW, window.location.href)) return;
    window.location.reload();
  }, [away, page, onRetry]);
  return <Failure text={away ? 'failure.offline' : 'failure.updated'} page={page} onRetry={retry} />;
}
