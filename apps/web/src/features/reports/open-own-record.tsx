import type { Dimension } from '@placard/domain/analytics/metrics';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../../i18n/texts.ts';
import type { DimensionCell } from '../../kits/report/breakdown-rows.ts';
import type { SearchRecord } from '../../lib/search/search-text.ts';
import { OpenIcon } from './open-icon.tsx';
import { recordIdOf } from './record-id.ts';
import { statisticsTexts } from './statistics-texts.ts';

type Place = { readonly to: string; readonly search?: SearchRecord };

/** Of what is the reader's own: the page of each. What lies within something else is found on the page of that. */
export type OwnPages = Readonly<
  Partial<Record<Dimension, (id: number, within: number | null) => Place | null>>
>;

/** A press on the name narrows the report to it; what stands beside leads to its page. */
export function besideOwn(pages: OwnPages) {
  return (dimension: Dimension, { value, label, within }: DimensionCell) => {
    const id = recordIdOf(value);
    const place = id === null ? null : (pages[dimension]?.(id, recordIdOf(within)) ?? null);
    return place === null ? null : <OpenRecord place={place} name={label} />;
  };
}

function OpenRecord({ place: { to, search = {} }, name }: { place: Place; name: string }) {
  const words = useTexts(statisticsTexts)('openRecord', { name });
  return (
    <Link to={to} search={search} title={words}>
      <OpenIcon words={words} />
    </Link>
  );
}
