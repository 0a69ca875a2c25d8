import { useElementSize } from '@mantine/hooks';
import { type AdSize, formatAdSize } from '@placard/domain/ad-size';
import type { WidgetType } from '@placard/domain/widget/rules';
import { Check, type LucideIcon, Monitor, Smartphone, X } from 'lucide-react';
import { useState } from 'react';
import { widgetsTexts } from '../../i18n/en/widgets.ts';
import { useTexts } from '../../i18n/texts.ts';
import { formatPercent } from '../../lib/format/number-format.ts';
import { Panel } from '../../ui/panel.tsx';
import { MockAd } from './mock-ad.tsx';
import { fitsPage, MOCK_PAGES, type MockDevice, placedAd } from './mock-placement.ts';
import classes from './preview.module.css';
import { completeSize, type WidgetValues } from './widget-values.ts';

const DEVICES = [
  { value: 'desktop', icon: Monitor },
  { value: 'phone', icon: Smartphone },
] as const satisfies { value: MockDevice; icon: LucideIcon }[];

/** The widget on a made-up page, as wide as there is room for it, and which of its sizes fit there. */
export function WidgetPreview({ values, domain }: { values: WidgetValues; domain: string }) {
  const t = useTexts(widgetsTexts);
  const [device, setDevice] = useState<MockDevice>('desktop');
  const { ref, width } = useElementSize();
  const page = MOCK_PAGES[device];
  const sizes = values.sizes.flatMap((value) => completeSize(value) ?? []);
  const placed = placedAd(values.type, sizes, page);
  const scale = width === 0 ? 0 : Math.min(1, width / page.widthPx);
  return (
    <Panel title={t('preview.title')} actions={<DeviceSwitch device={device} onChange={setDevice} />}>
      <div ref={ref} className={classes.stage} style={{ height: page.heightPx * scale }}>
        <div
          role="img"
          aria-label={t('preview.pageLabel', { domain })}
          className={classes.page}
          style={{ width: page.widthPx, height: page.heightPx, transform: `scale(${scale})` }}
        >
          <div className={classes.bar}>
            <span className={classes.logo} />
            {domain}
          </div>
          <div className={classes.column} style={{ width: page.columnPx }}>
            <span className={classes.headline} />
            <Lines count={3} />
            {placed !== null && values.type !== 'floating_sticky_ad' && (
              <MockAd type={values.type} placed={placed} headingTitle={values.headingTitle} />
            )}
            <Lines count={16} />
          </div>
          {placed !== null && values.type === 'floating_sticky_ad' && (
            <div className={classes.floating}>
              <MockAd type={values.type} placed={placed} headingTitle={values.headingTitle} />
            </div>
          )}
        </div>
      </div>
      <div aria-live="polite">
        {scale > 0 && scale < 1 && (
          <p className={classes.note}>{t('preview.scale', { share: formatPercent(scale) })}</p>
        )}
        {sizes.length === 0 && <p className={classes.note}>{t('preview.noSize')}</p>}
        {sizes.length > 0 && placed === null && <p className={classes.warn}>{t('preview.noneFits')}</p>}
        <SizeVerdicts type={values.type} sizes={sizes} device={device} />
      </div>
    </Panel>
  );
}

function DeviceSwitch({ device, onChange }: { device: MockDevice; onChange: (device: MockDevice) => void }) {
  const t = useTexts(widgetsTexts);
  return (
    <fieldset className={classes.switch}>
      <legend className="visually-hidden">{t('preview.device')}</legend>
      {DEVICES.map(({ value, icon: Icon }) => (
        <label key={value} className={classes.device}>
          <input
            type="radio"
            name="preview-device"
            value={value}
            checked={device === value}
            onChange={() => onChange(value)}
          />
          <Icon size={15} aria-hidden />
          {t(`preview.${value}`)}
        </label>
      ))}
    </fieldset>
  );
}

const LINE_WIDTHS = ['100%', '96%', '99%', '62%'];

function Lines({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines of a made-up text have no other name
    <span key={index} className={classes.line} style={{ width: LINE_WIDTHS[index % LINE_WIDTHS.length] }} />
  ));
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
    <ul className={classes.verdicts}>
      {[...names].map(([name, size]) => {
        const fits = fitsPage(type, size, MOCK_PAGES[device]);
        return (
          <li key={name} className={fits ? classes.fits : classes.tooWide}>
            {fits ? <Check size={14} aria-hidden /> : <X size={14} aria-hidden />}
            {t(fits ? 'preview.sizeFits' : 'preview.sizeTooWide', { size: name.replace('x', '×') })}
          </li>
        );
      })}
    </ul>
  );
}
