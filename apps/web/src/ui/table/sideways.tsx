import type { ReactNode } from 'react';

/** A table that scrolls sideways on a phone, by keys as well. A group, no landmark: the panel around it is one of that name. */
export function Sideways({
  label,
  className = '',
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is as wide as what is in it
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
    <div role="group" className={`scrolls-x ${className}`} tabIndex={0} aria-label={label}>
      {children}
    </div>
  );
}
