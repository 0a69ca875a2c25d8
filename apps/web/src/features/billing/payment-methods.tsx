import { Button } from '@mantine/core';
import { CreditCard, Plus, Star, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { currentLocale, useTexts } from '../../i18n/texts.ts';
import { api } from '../../lib/api/api.ts';
import { failureText } from '../../lib/faults/failure-text.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { toast } from '../../lib/toast-store.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { useConfirmedAction } from '../../ui/use-confirmed-action.ts';
import { goToGateway } from './pay-deposit.ts';
import { cardExpiry, cardName, isExpired } from './payment-words.ts';
import { billingTexts } from './texts.ts';
import type { BillingSummary } from './use-billing.ts';

type Card = BillingSummary['paymentMethods'][number];

/** Saved cards, and the way to the first one. */
export function PaymentMethodsCard({
  summary,
  onAddFunds,
}: {
  summary: BillingSummary;
  onAddFunds: () => void;
}) {
  const t = useTexts(billingTexts);
  const takesCards = summary.gateways.includes('stripe');
  const cards = summary.paymentMethods;
  return (
    <Panel title={t('methods.title')}>
      {cards.length > 0 ? (
        <div className="grid items-start gap-8">
          <ul className={`plain-list lined grid full-width`}>
            {cards.map((card) => (
              <SavedCard key={card.id} card={card} topUp={summary.autoTopUp?.enabled === true} />
            ))}
          </ul>
          {takesCards && <AddCard label={t('methods.add')} />}
        </div>
      ) : (
        <div className="grid items-start gap-8">
          <p>{t('methods.none')}</p>
          {takesCards ? (
            <>
              <AddCard label={t('methods.addFirst')} />
              <p className="faint text-13">{t('methods.hosted')}</p>
            </>
          ) : (
            <WithoutCards summary={summary} onAddFunds={onAddFunds} />
          )}
        </div>
      )}
    </Panel>
  );
}

function AddCard({ label }: { label: string }) {
  const t = useTexts(billingTexts);
  const [busy, run] = useBusy();
  const add = async () => {
    try {
      const { redirectUrl } = await api.cards.add();
      goToGateway(redirectUrl);
    } catch (error) {
      toast.failure(failureText(t('methods.addFailed'), error));
    }
  };
  return (
    <BusyButton
      variant="default"
      leftSection={<Plus size={15} aria-hidden />}
      busy={busy}
      busyLabel={t('methods.adding')}
      onClick={() => void run(add)}
    >
      {label}
    </BusyButton>
  );
}

function SavedCard({ card, topUp }: { card: Card; topUp: boolean }) {
  const t = useTexts(billingTexts);
  const ask = useConfirmedAction();
  const name = cardName(card);
  const expired = isExpired(card, new Date(serverNow()));
  const makeDefault = async () => {
    await ask(
      {
        title: t('methods.defaultTitle', { card: name }),
        message: t('methods.defaultText'),
        confirmLabel: t('methods.makeDefault'),
      },
      {
        run: () => api.cards.setDefault({ id: card.id }),
        success: t('methods.defaultDone'),
        failure: t('methods.defaultFailed'),
        refresh: [['billing']],
      },
    );
  };
  const remove = async () => {
    await ask(
      {
        title: t('methods.removeTitle', { card: name }),
        message: t('methods.removeText'),
        ...(card.isDefault && topUp ? { consequence: t('methods.removeTopUp') } : {}),
        confirmLabel: t('methods.remove'),
        danger: true,
      },
      {
        run: () => api.cards.remove({ id: card.id }),
        success: t('methods.removed'),
        failure: t('methods.removeFailed'),
        refresh: [['billing']],
      },
    );
  };
  return (
    <li className="row gap-8 pad-8-0">
      <CreditCard size={17} aria-hidden />
      <span className="grow shrinks figure">
        {name}
        <small className={expired ? 'bad' : undefined}>
          {expired
            ? t('methods.expired', { expiry: cardExpiry(card) })
            : t('methods.expires', { expiry: cardExpiry(card) })}
        </small>
      </span>
      {card.isDefault && <span className="badge on-good">{t('methods.default')}</span>}
      <ActionMenu
        name={name}
        actions={[
          ...(card.isDefault
            ? []
            : [
                {
                  key: 'default',
                  label: t('methods.makeDefault'),
                  icon: Star,
                  onSelect: () => void makeDefault(),
                },
              ]),
          {
            key: 'remove',
            label: t('methods.remove'),
            icon: Trash2,
            danger: true,
            onSelect: () => void remove(),
          },
        ]}
      />
    </li>
  );
}

/** No card can be saved here: says so, and how one can pay instead. */
function WithoutCards({ summary, onAddFunds }: { summary: BillingSummary; onAddFunds: () => void }) {
  const t = useTexts(billingTexts);
  const names = summary.gateways.map((gateway) => t(`gateway.${gateway}`));
  const methods = new Intl.ListFormat(currentLocale(), { type: 'disjunction' }).format(names);
  const [explained, setExplained] = useState(false);
  return (
    <>
      {!explained && (
        <Button
          variant="default"
          leftSection={<Plus size={15} aria-hidden />}
          onClick={() => setExplained(true)}
        >
          {t('methods.addFirst')}
        </Button>
      )}
      <div className="grid items-start gap-8" aria-live="polite">
        {explained && (
          <>
            <p className="faint text-13">
              {names.length === 0 ? t('deposit.noGateway') : t('methods.text', { methods })}
            </p>
            {names.length > 0 && (
              <Button variant="default" onClick={onAddFunds}>
                {t('addFunds')}
              </Button>
            )}
          </>
        )}
      </div>
    </>
  );
}
