import type { ReportAsked } from '@placard/domain/analytics/report-asked';
import type { ReportFilter } from '@placard/domain/analytics/report-question';
import { ListFilterPlus } from 'lucide-react';
import { Suspense } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import control from '../../ui/control.module.css';
import { Disclosure } from '../../ui/disclosure.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { reportTexts } from './texts.ts';
import type { ReportSource } from './use-report.ts';

const FilterForm = lazyPart(() => import('./filter-form.tsx'));

/** Narrows the report by a value that is, that is not, or by what a name contains. */
export function FilterAdder({
  source,
  asked,
  onAdd,
}: {
  source: ReportSource;
  asked: ReportAsked;
  onAdd: (filter: ReportFilter) => void;
}) {
  const t = useTexts(reportTexts);
  return (
    <Disclosure
      trigger={(props) => (
        <button type="button" {...props} className={control.button}>
          <ListFilterPlus size={16} aria-hidden />
          {t('add.open')}
        </button>
      )}
    >
      {(close) => (
        <Suspense fallback={<Skeleton width={260} height={190} />}>
          <FilterForm
            source={source}
            asked={asked}
            onAdd={(filter) => {
              onAdd(filter);
              close();
            }}
          />
        </Suspense>
      )}
    </Disclosure>
  );
}
