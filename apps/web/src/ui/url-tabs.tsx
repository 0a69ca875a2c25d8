import { Tabs } from '@mantine/core';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import type { SearchRecord } from '../lib/search/search-text.ts';
import { useSearchParameters } from '../lib/search/use-list.ts';
import { LoadingState } from './states.tsx';
import classes from './url-tabs.module.css';

export type UrlTab<Key extends string> = {
  readonly key: Key;
  readonly label: string;
  /** Mounted while the tab is open; it may load lazily. */
  readonly content: ReactNode;
};

/** The parts of a screen, one at a time. The open one lives in the URL; the first needs no parameter there. */
export function UrlTabs<Key extends string>({
  label,
  tabs,
  leaves,
  className,
}: {
  readonly label: string;
  readonly tabs: readonly [UrlTab<Key>, ...UrlTab<Key>[]];
  /** Parameters of one tab, `undefined` each: they mean nothing on another. */
  readonly leaves: SearchRecord;
  readonly className?: string | undefined;
}) {
  const [raw, change] = useSearchParameters();
  const [first] = tabs;
  const open = tabs.find(({ key }) => key === raw.tab) ?? first;
  const row = useRef<HTMLDivElement>(null);
  // Comes after what is seen first.
  useEffect(() => {
    const marking = import('./mark-scroll-edges.ts').then(
      ({ markScrollEdges }) => row.current && markScrollEdges(row.current),
      () => undefined,
    );
    return () => void marking.then((end) => end?.());
  }, []);
  // On a phone the tabs may scroll: the one that a link opened is brought into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another tab is shown
  useEffect(() => {
    const list = row.current;
    if (list === null || list.scrollWidth <= list.clientWidth) return;
    const shown = list.querySelector('[aria-selected="true"]');
    shown?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [open.key]);
  return (
    <Tabs
      value={open.key}
      keepMounted={false}
      onChange={(next) => change({ ...leaves, tab: next === null || next === first.key ? undefined : next })}
    >
      <Tabs.List ref={row} className={`${classes.row} ${className ?? ''}`} aria-label={label}>
        {tabs.map(({ key, label: name }) => (
          <Tabs.Tab key={key} value={key}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Suspense fallback={<LoadingState />}>
        {tabs.map(({ key, content }) => (
          <Tabs.Panel key={key} value={key}>
            {content}
          </Tabs.Panel>
        ))}
      </Suspense>
    </Tabs>
  );
}
