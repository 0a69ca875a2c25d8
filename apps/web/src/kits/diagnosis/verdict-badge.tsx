import type { ReactNode } from 'react';

const LOOKS = {
  serving: 'on-good',
  on_plan: 'on-good',
  limited: 'on-warn',
  behind: 'on-warn',
  stopped: 'on-bad',
  ahead: 'on-info',
  done: 'on-info',
  quiet: 'on-quiet',
  idle: 'on-quiet',
} as const;

/** What was found, in the colour of how good it is. */
export function VerdictBadge({ verdict, children }: { verdict: keyof typeof LOOKS; children: ReactNode }) {
  return <span className={`badge ${LOOKS[verdict]}`}>{children}</span>;
}
