import type { DiagnosedAdSet, Diagnosis } from '@placard/contract/diagnosis';
import type { Translate } from '../../i18n/texts.ts';
import type { diagnosisTexts } from './texts.ts';

export type Gate = DiagnosedAdSet['gates'][number];
type T = Translate<typeof diagnosisTexts.english>;

type Around = {
  readonly adSet: Pick<DiagnosedAdSet, 'reachable' | 'price' | 'winningPrice' | 'minimumBid'>;
  readonly diagnosis: Pick<Diagnosis, 'views' | 'sizes'>;
  readonly money: (dollars: number) => string;
};

/** What a gate does, in a sentence or two: what is certain first, then what the views say. */
export function gateWords(t: T, gate: Gate, around: Around): string {
  const sentences = [
    ...(gate.reason === null ? [] : [t(`reason.${gate.reason}`)]),
    ...countWords(t, gate, around),
    ...(gate.reason === 'no_widget_of_size' ? sizeWords(t, around.diagnosis) : []),
  ];
  if (sentences.length > 0) return sentences.join(' ');
  return gate.state === 'unknown' ? t('unknown') : t('passes');
}

function countWords(t: T, gate: Gate, { adSet, diagnosis, money }: Around): string[] {
  const { stopped, refused } = gate;
  const { views } = diagnosis;
  if (gate.state === 'unknown' || (stopped === 0 && refused === 0)) return [];
  if (gate.gate === 'pacing') return stopped > 0 ? [t('count.pacing', { stopped })] : [];
  if (gate.gate === 'outbid') {
    if (stopped === 0 || adSet.winningPrice === null) return [t('count.outbidAlso', { refused, views })];
    const winning = money(adSet.winningPrice);
    return [t('count.outbid', { stopped, reachable: adSet.reachable, winning, price: money(adSet.price) })];
  }
  const counted = [
    stopped > 0 ? t('count.stopped', { stopped, views }) : t('count.also', { refused, views }),
  ];
  if (gate.gate !== 'minimum_bid' || adSet.minimumBid === null) return counted;
  const { low, high } = adSet.minimumBid;
  const values = { high: money(high), price: money(adSet.price) };
  return [...counted, low === high ? t('minimumBid', values) : t('minimumBids', values)];
}

function sizeWords(t: T, { sizes }: Around['diagnosis']): string[] {
  if (sizes.length === 0) return [];
  return [t('sizes', { sizes: sizes.map(({ width, height }) => `${width}×${height}`).join(', ') })];
}
