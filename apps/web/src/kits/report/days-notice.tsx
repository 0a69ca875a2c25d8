import type { AddressDaysIssue } from '@placard/domain/analytics/report-asked';
import { Suspense } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';

const RefusedDays = lazyPart(() => import('./refused-days.tsx'));

/** Says that the days shown are not those of the address, and why. Hardly anybody sees it, so that it is loaded then. */
export function DaysNotice({
  issue,
  compared = null,
  from,
  to,
}: {
  issue: AddressDaysIssue | null;
  /** Of the days that it is compared with. */
  compared?: AddressDaysIssue | null;
  from: string;
  to: string;
}) {
  if (issue === null && compared === null) return null;
  return (
    <Suspense>
      <RefusedDays issue={issue} compared={compared} from={from} to={to} />
    </Suspense>
  );
}
