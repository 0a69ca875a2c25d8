import { useState } from 'react';

/**
 * The version of a view that was on the screen when a dialog opened: news in the background does not make a change of
 * somebody else's ours. Once a save was refused for it, and said so, that of the list.
 */
export function useSeenVersion(newest: number): { readonly version: number; readonly renew: () => void } {
  const [seen, setSeen] = useState<number | null>(newest);
  return { version: seen ?? newest, renew: () => setSeen(null) };
}
