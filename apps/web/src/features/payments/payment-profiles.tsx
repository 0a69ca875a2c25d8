import { Button } from '@mantine/core';
import type { PaymentProfile } from '@placard/contract/payments';
import { CreditCard, Landmark, Pencil, Plus, Star, Trash2, Wallet } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { api } from '../../lib/api/api.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { quietPart } from '../../ui/lazy-part.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { useConfirmedAction } from '../../ui/use-confirmed-action.ts';
import { paymentTexts } from './texts.ts';
import { usePaymentProfiles } from './use-payment.ts';

const ProfileDialog = quietPart(() => import('./profile-dialog.tsx'));

function useProfileActions() {
  const t = useTexts(paymentTexts);
  const ask = useConfirmedAction();
  const remove = async (profile: PaymentProfile) => {
    await ask(
      {
        title: t('profile.removeTitle', { name: profile.name }),
        message: profile.isDefault
          ? `${t('profile.removeText')} ${t('profile.removeDefault')}`
          : t('profile.removeText'),
        consequence: t('profile.removeConsequence'),
        confirmLabel: t('profile.remove'),
        danger: true,
      },
      {
        run: () => api.payments.deleteProfile({ id: profile.id }),
        success: t('profile.deleteDone'),
        failure: t('profile.deleteFailed'),
        refresh: [['payments']],
      },
    );
  };
  const prefer = async (profile: PaymentProfile) => {
    await ask(
      {
        title: t('profile.setDefaultTitle', { name: profile.name }),
        message: t('profile.setDefaultText'),
        confirmLabel: t('profile.setDefault'),
      },
      {
        run: () => api.payments.setDefaultProfile({ id: profile.id }),
        success: t('profile.defaultDone'),
        failure: t('profile.defaultFailed'),
        refresh: [['payments']],
      },
    );
  };
  return { remove, prefer };
}

/** Bank accounts and PayPal of one publisher, masked. */
export default function PaymentProfiles() {
  const t = useTexts(paymentTexts);
  const query = usePaymentProfiles();
  const [editing, setEditing] = useState<PaymentProfile | 'new' | null>(null);
  const add = (
    <Button leftSection={<Plus size={16} aria-hidden />} variant="default" onClick={() => setEditing('new')}>
      {t('profile.add')}
    </Button>
  );
  return (
    <>
      <Panel title={t('profile.title')} description={t('profile.description')} actions={add} flush>
        <Loaded query={query} failed={t('profile.loadFailed')}>
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState icon={CreditCard} title={t('profile.none')} text={t('profile.noneText')} />
            ) : (
              <ul className={'plain-list list-rows'}>
                {items.map((profile) => (
                  <ProfileRow key={profile.id} profile={profile} onEdit={() => setEditing(profile)} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </Panel>
      {editing !== null && (
        <ProfileDialog profile={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
    </>
  );
}

function ProfileRow({ profile, onEdit }: { profile: PaymentProfile; onEdit: () => void }) {
  const t = useTexts(paymentTexts);
  const { remove, prefer } = useProfileActions();
  const Icon = profile.type === 'paypal' ? Wallet : Landmark;
  return (
    <li>
      <div className={`row shrinks gap-12`}>
        <Icon className="faint" size={20} aria-hidden />
        <div className="breaks shrinks">
          <div className="row wrap semibold gap-8">
            {profile.name}
            {profile.isDefault && <span className="badge on-good">{t('profile.default')}</span>}
          </div>
          <div className="figure">
            {t(`profile.type.${profile.type}`)} · {profile.label}
          </div>
          <div className="faint text-13">
            {t('profile.created')} <DateTime value={profile.createdAt} />
          </div>
        </div>
      </div>
      <ActionMenu
        name={profile.name}
        actions={[
          { key: 'edit', label: t('profile.edit'), icon: Pencil, onSelect: onEdit },
          ...(profile.isDefault
            ? []
            : [
                {
                  key: 'default',
                  label: t('profile.setDefault'),
                  icon: Star,
                  onSelect: () => void prefer(profile),
                },
              ]),
          {
            key: 'delete',
            label: t('profile.remove'),
            icon: Trash2,
            danger: true,
            onSelect: () => void remove(profile),
          },
        ]}
      />
    </li>
  );
}
