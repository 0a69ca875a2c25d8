import { DIMENSIONS, type Dimension, METRICS, type Metric } from '@placard/domain/analytics/metrics';
import { defineTexts } from '../../i18n/texts.ts';

type Labels<Description extends Record<string, { readonly label: string }>> = {
  readonly [Key in keyof Description]: string;
};

function labels<Description extends Record<string, { readonly label: string }>>(
  described: Description,
): Labels<Description> {
  return Object.fromEntries(
    Object.entries(described).map(([key, { label }]) => [key, label]),
  ) as Labels<Description>;
}

const explanations = Object.fromEntries(
  Object.entries(METRICS).map(([key, { explanation }]) => [key, explanation]),
) as Readonly<Record<Metric, string>>;

/** Names of metrics and dimensions: the English ones are those of the one description that SQL comes from as well. */
export const metricTexts = defineTexts('metrics', {
  name: labels(METRICS),
  explanation: explanations,
  dimension: labels(DIMENSIONS) satisfies Readonly<Record<Dimension, string>>,
});
