import { Suspense, useId } from 'react';
import control from '../../ui/control.module.css';
import { lazyPart } from '../../ui/lazy-part.tsx';

/** A combobox is half of Mantine: it comes after what is seen first. */
const WebsiteSelect = lazyPart(() => import('./website-select.tsx'));

/** Narrows a screen to one of the reader's own websites. */
export function WebsiteFilter({
  label,
  none,
  value,
  onChange,
}: {
  label: string;
  none: string;
  value: number | undefined;
  onChange: (id: number | undefined) => void;
}) {
  const id = useId();
  const set = value !== undefined;
  return (
    <div className={set ? `${control.field} ${control.set}` : control.field}>
      <label htmlFor={id} className={set ? undefined : 'muted'}>
        {label}
      </label>
      <div className={control.choice}>
        <Suspense fallback={set ? null : none}>
          <WebsiteSelect
            id={id}
            of={{}}
            none={none}
            value={value}
            onChange={onChange}
            variant="unstyled"
            // Inside the page's landmarks, beside its box.
            comboboxProps={{ width: 280, position: 'bottom-start', withinPortal: false }}
          />
        </Suspense>
      </div>
    </div>
  );
}
