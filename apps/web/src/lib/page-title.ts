import { setApart } from '@placard/texts/set-apart';
import { useEffect } from 'react';

const PRODUCT = 'Placard';

/** The tab's title: the page first, because tabs are cut at their end. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? PRODUCT : `${setApart(title)} · ${PRODUCT}`;
  }, [title]);
}
