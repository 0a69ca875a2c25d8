import { type ReactNode, useCallback, useState } from 'react';

/**
 * Why the last try was refused. It stays until the next answer: what stands below doesn't move under a pointer that is
 * still pressing. The same words again are told again.
 */
export function useRefusal(): [note: ReactNode, refuse: (why: string) => void] {
  const [last, setLast] = useState({ why: '', count: 0 });
  const refuse = useCallback((why: string) => setLast(({ count }) => ({ why, count: count + 1 })), []);
  const note = last.count > 0 && (
    <p key={last.count} className="on-bad pad-10-12 rounded" role="alert">
      {last.why}
    </p>
  );
  return [note, refuse];
}
