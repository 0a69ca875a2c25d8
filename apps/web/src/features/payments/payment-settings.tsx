import { Button } from '@mantine/core';
import type { PaymentSettings as Settings } from '@placard/contract/payments';
import { setApart } from '@placard/texts/set-apart';
import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { Notice } from '../../ui/form/field-layout.tsx';
import { quietPart } from '../../ui/lazy-part.tsx';
import { Money } from '../../ui/money.tsx';
import { DetailList, Panel } from '../../ui/panel.tsx';
import { Loaded } from '../../ui/states.tsx';
import { paymentTexts } from './texts.ts';

const SettingsDialog = quietPart(() => import('./settings-dialog.tsx'));

/** When, how and from which amount on a publisher is paid. */
export function PaymentSettings() {
  const t = useTexts(paymentTexts);
  const query = useQuery(apiQuery(api.payments.settings, undefined));
  return (
    <Loaded query={query} failed={t('settings.loadFailed')}>
      {(settings) => <SettingsPanels settings={settings} />}
    </Loaded>
  );
}

function SettingsPanels({ settings }: { settings: Settings }) {
  const t = useTexts(paymentTexts);
  const [editing, setEditing] = useState(false);
  const { currency, networkMinPayout, minPayout, preferredProfile, autoWithdrawal } = settings;
  const effective = Math.max(networkMinPayout, minPayout ?? 0);
  return (
    <div className="tiles">
      <Panel
        title={t('settings.title')}
        actions={
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<Pencil size={15} aria-hidden />}
            onClick={() => setEditing(true)}
          >
            {t('settings.edit')}
          </Button>
        }
      >
        <DetailList
          details={[
            { label: t('settings.minPayout'), value: <Money value={effective} currency={currency} /> },
            { label: t('settings.frequency'), value: t('settings.monthly') },
            {
              label: t('settings.preferred'),
              value:
                preferredProfile === null
                  ? t('settings.noPreferred')
                  : `${t(`profile.type.${preferredProfile.type}`)} · ${setApart(preferredProfile.name)}`,
            },
          ]}
        />
      </Panel>
      <Panel title={t('settings.global')}>
        <DetailList
          details={[
            { label: t('settings.minAmount'), value: <Money value={networkMinPayout} currency={currency} /> },
            {
              label: t('settings.auto'),
              value: autoWithdrawal ? t('settings.enabled') : t('settings.disabled'),
            },
            { label: t('settings.currency'), value: currency },
          ]}
        />
        {autoWithdrawal && preferredProfile === null && (
          <Notice tone="warn">
            <p>{t('settings.autoWaits')}</p>
          </Notice>
        )}
      </Panel>
      {editing && <SettingsDialog settings={settings} onClose={() => setEditing(false)} />}
    </div>
  );
}
