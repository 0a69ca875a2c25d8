import { SegmentedControl } from '@mantine/core';
import type { Widget } from '@placard/contract/widgets';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Translate, useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import CodeDialog, { type CodeStep, LiveCheck } from '../../ui/code/code-dialog.tsx';
import { Notice } from '../../ui/form/field-layout.tsx';
import { Loaded } from '../../ui/states.tsx';
import { widgetsTexts } from './texts.ts';

const ASK_AGAIN_MS = 3_000;

const VARIANTS = ['html', 'react', 'wordpress'] as const;
type Variant = (typeof VARIANTS)[number];

/** The two steps of putting a widget on a page, and whether it has been seen there; asked again while it is open. */
export default function WidgetCodeDialog({
  websiteId,
  id,
  onClose,
}: {
  websiteId: number;
  id: number;
  onClose: () => void;
}) {
  const t = useTexts(widgetsTexts);
  const query = useQuery({
    ...apiQuery(api.widgets.get, { websiteId, id }),
    refetchInterval: ASK_AGAIN_MS,
  });
  const widget = query.data;
  const [variant, setVariant] = useState<Variant>('html');
  return (
    <CodeDialog
      opened
      onClose={onClose}
      title={widget === undefined ? t('action.code') : t('code.title', { name: widget.name })}
      before={<VariantTabs variant={variant} onChange={setVariant} />}
      steps={widget === undefined ? [] : stepsOf(t, widget, variant)}
    >
      <Loaded query={query} failed={t('failed.fetchOne')}>
        {({ status, websiteStatus, seenAt }) => (
          <>
            {status !== 'active' ? (
              <Notice tone="warn">{t('code.notActive')}</Notice>
            ) : (
              websiteStatus !== 'active' && <Notice tone="warn">{t('code.websiteNotActive')}</Notice>
            )}
            <LiveCheck seenAt={seenAt} />
          </>
        )}
      </Loaded>
    </CodeDialog>
  );
}

/** The same two steps for each kind of website. */
function stepsOf(
  t: Translate<typeof widgetsTexts.english>,
  { code, fallbackHtml }: Widget,
  variant: Variant,
): CodeStep[] {
  const { head, widget } = variant === 'html' ? code : code[variant];
  const fallback = fallbackHtml === '' ? 'no' : 'yes';
  const texts = {
    html: [t('code.headText'), t('code.widgetText', { fallback })],
    react: [t('code.reactHeadText'), t('code.reactWidgetText')],
    wordpress: [t('code.wordpressHeadText'), t('code.wordpressWidgetText')],
  } as const;
  return [
    { title: t('code.head'), text: texts[variant][0], code: head },
    { title: t('code.widget'), text: texts[variant][1], code: widget },
  ];
}

function VariantTabs({ variant, onChange }: { variant: Variant; onChange: (variant: Variant) => void }) {
  const t = useTexts(widgetsTexts);
  return (
    <SegmentedControl
      fullWidth
      aria-label={t('code.variant')}
      value={variant}
      onChange={(value) => onChange(VARIANTS.find((one) => one === value) ?? 'html')}
      data={VARIANTS.map((value) => ({ value, label: t(`code.variants.${value}`) }))}
    />
  );
}
