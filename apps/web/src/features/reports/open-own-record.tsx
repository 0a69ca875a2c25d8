import type { Dimension } from '@placard/domain/analytics/metrics';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../../i18n/texts.ts';
import { OpenIcon } from './open-icon.tsx';
import { openRecordTexts } from './open-record-texts.ts';

/** Of what is the reader's own: the page of each. */
export type OwnPages = Readonly<Partial<Record<Dimension, (id: number) => string>>>;

/** What has no record, a view that nobody filled, is numbered 0. */
const RECORD_ID = /^[1-9]\d*$/;

/** A press on the name narrows the report to it; what stands beside leads to its page. */
export function besideOwn(pages: OwnPages) {
  return (dimension: Dimension, value: string, label: string) => {
    const page = pages[dimension];
    return page === undefined || !RECORD_ID.test(value) ? null : (
      <OpenRecord to={page(Number(value))} name={label} />
    );
  };
}

function OpenRecord({ to, name }: { to: string; name: string }) {
  const words = useTexts(openRecordTexts)('open', { name });
  return (
    <Link to={to} title={words}>
      <OpenIcon words={words} />
    </Link>
  );
}
