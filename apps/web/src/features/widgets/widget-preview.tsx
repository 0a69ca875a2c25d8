import { Button } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type AdSize, formatAdSize } from '@placard/domain/ad-size';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import type { WidgetType } from '@placard/domain/widget/rules';
import { Check, type LucideIcon, Megaphone, Monitor, Scan, Smartphone, SquareDashed, X } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { completeSize } from '../../kits/form/size-value.ts';
import { formatPercent } from '../../lib/format/number-format.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type Filling, MockPage } from './mock-page.tsx';
import { fitsPage, MOCK_PAGES, type MockDevice, placedAd } from './mock-placement.ts';
import { widgetsTexts } from './texts.ts';
import type { WidgetValues } from './widget-values.ts';
import classes from './widgets.module.css';

type Choice<Value extends string> = {
  readonly value: Value;
  readonly label: string;
  readonly icon: LucideIcon;
};

/** The widget on a made-up page, as wide as there is room for it or at its true size, and which of its sizes fit there. */
export function WidgetPreview({ values, domain }: { values: WidgetValues; domain: string }) {
  const t = useTexts(widgetsTexts);
  const [device, setDevice] = useState<MockDevice>('desktop');
  const [filling, setFilling] = useState<Filling>('ad');
  const [enlarged, setEnlarged] = useState(false);
  const { ref, width } = useElementSize();
  const page = MOCK_PAGES[device];
  const scale = width === 0 ? 0 : Math.min(1, width / page.widthPx);
  const shown = { values, domain: shownDomain(domain), device, filling };
  return (
    <Panel title={t('preview.title')} actions={<DeviceSwitch device={device} onChange={setDevice} />}>
      <div className="row wrap between gap-8 below-12">
        <Switch
          name="preview-filling"
          legend={t('preview.filling')}
          value={filling}
          onChange={setFilling}
          choices={[
            { value: 'ad', label: t('preview.withAd'), icon: Megaphone },
            { value: 'none', label: t('preview.withoutAd'), icon: SquareDashed },
          ]}
        />
        <Button
          variant="default"
          size="compact-md"
          leftSection={<Scan size={15} aria-hidden />}
          onClick={() => setEnlarged(true)}
        >
          {t('preview.trueSize')}
        </Button>
      </div>
      <div
        ref={ref}
        className="flex justify-centre clipped"
        // Not by the scale, which is only known once it is there.
        style={{ aspectRatio: page.widthPx / page.heightPx, maxHeight: page.heightPx }}
      >
        <div style={{ width: page.widthPx * scale }}>
          <MockPage {...shown} scale={scale} />
        </div>
      </div>
      <Findings values={values} device={device} filling={filling} scale={scale} />
      <Dialog
        opened={enlarged}
        size="auto"
        title={t('preview.trueSizeTitle', { domain: shownDomain(domain) })}
        onClose={() => setEnlarged(false)}
      >
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the window is scrolled by keys as well */}
        <section className="scrolls" tabIndex={0} aria-label={t('preview.title')}>
          <MockPage {...shown} scale={1} />
        </section>
      </Dialog>
    </Panel>
  );
}

/** What the picture means, in words. */
function Findings({
  values,
  device,
  filling,
  scale,
}: {
  values: WidgetValues;
  device: MockDevice;
  filling: Filling;
  scale: number;
}) {
  const t = useTexts(widgetsTexts);
  const sizes = values.sizes.flatMap((value) => completeSize(value) ?? []);
  const placed = placedAd(values.type, sizes, MOCK_PAGES[device]);
  const stays = filling === 'none' && (values.fallbackHtml === '' || values.type === 'floating_sticky_ad');
  return (
    <div aria-live="polite">
      {scale > 0 && scale < 1 && (
        <p className="above-8 text-13 faint">
          {t('preview.scale', { share: formatPercent(Math.round(scale * 100) / 100) })}
        </p>
      )}
      {sizes.length === 0 && <p className="above-8 text-13 faint">{t('preview.noSize')}</p>}
      {sizes.length > 0 && placed === null && <p className="above-8 text-13 warn">{t('preview.noneFits')}</p>}
      {sizes.length > 0 && stays && <p className="above-8 text-13 faint">{t('preview.emptyPlace')}</p>}
      <SizeVerdicts type={values.type} sizes={sizes} device={device} />
    </div>
  );
}

function DeviceSwitch({ device, onChange }: { device: MockDevice; onChange: (device: MockDevice) => void }) {
  const t = useTexts(widgetsTexts);
  return (
    <Switch
      name="preview-device"
      legend={t('preview.device')}
      value={device}
      onChange={onChange}
      choices={[
        { value: 'desktop', label: t('preview.desktop'), icon: Monitor },
        { value: 'phone', label: t('preview.phone'), icon: Smartphone },
      ]}
    />
  );
}

function Switch<Value extends string>({
  name,
  legend,
  value,
  choices,
  onChange,
}: {
  name: string;
  legend: string;
  value: Value;
  choices: readonly Choice<Value>[];
  onChange: (value: Value) => void;
}) {
  return (
    <fieldset className="framed inline-flex gap-2 no-margin sunken pad-2">
      <legend className="visually-hidden">{legend}</legend>
      {choices.map(({ value: each, label, icon: Icon }) => (
        <label key={each} className={`pick text-13 ${classes.device}`}>
          <input
            type="radio"
            name={name}
            value={each}
            checked={value === each}
            onChange={() => onChange(each)}
          />
          <Icon size={15} aria-hidden />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

/** Which sizes may be chosen on this screen: a leaderboard alone earns nothing on a phone. */
function SizeVerdicts({
  type,
  sizes,
  device,
}: {
  type: WidgetType;
  sizes: readonly AdSize[];
  device: MockDevice;
}) {
  const t = useTexts(widgetsTexts);
  if (sizes.length === 0) return null;
  const names = new Map(sizes.map((size) => [formatAdSize(size), size]));
  return (
    <ul className={`plain-list flex wrap gap-12 above-8 text-13`}>
      {[...names].map(([name, size]) => {
        const fits = fitsPage(type, size, MOCK_PAGES[device]);
        return (
          <li key={name} className={`inline-row gap-4 ${fits ? 'good' : 'faint'}`}>
            {fits ? <Check size={14} aria-hidden /> : <X size={14} aria-hidden />}
            {t(fits ? 'preview.sizeFits' : 'preview.sizeTooWide', { size: name.replace('x', '×') })}
          </li>
        );
      })}
    </ul>
  );
}
