import { useDebouncedValue } from '@mantine/hooks';
import { useTexts } from '../../i18n/texts.ts';
import { AdPreview } from '../../kits/ad-preview/ad-preview.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type CreativeValues, chosenSize, fittingImage } from './creative-values.ts';
import { creativesTexts } from './texts.ts';

/** A frame per key press would flicker. */
const CODE_PAUSE_MS = 500;

/** Beside a form: what is filled in so far, at its true size. */
export function LivePreview({ values }: { values: CreativeValues }) {
  const t = useTexts(creativesTexts);
  const [adCode] = useDebouncedValue(values.adCode, CODE_PAUSE_MS);
  return (
    <Panel title={t('preview.label')}>
      <AdPreview
        type={values.type}
        ad={{
          size: chosenSize(values),
          imageUrl: fittingImage(values)?.imageUrl ?? null,
          altText: values.altText,
          adCode,
        }}
      />
    </Panel>
  );
}
