import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { uiTexts } from '../../i18n/en/ui.ts';
import { useTexts } from '../../i18n/texts.ts';
import { failureWords } from '../../kits/deposit-failure/failure-words.ts';
import { api } from '../../lib/api/api.ts';
import { formatMoney } from '../../lib/format/number-format.ts';
import { idParameter } from '../../lib/search/search-text.ts';
import { useSearchParameters } from '../../lib/search/use-list.ts';
import { Notice } from '../../ui/form/field-layout.tsx';
import { cardName } from './payment-words.ts';
import { billingTexts } from './texts.ts';
import { type Deposit, useMoneyMoved } from './use-billing.ts';

/** What the gateway adds to the address on the way back; one of them is a secret of this payment. */
const FROM_GATEWAY = {
  payment_intent: undefined,
  payment_intent_client_secret: undefined,
  redirect_status: undefined,
} as const;

const POLL_MS = 2_000;
/** Afterwards the worker goes on asking; the page says so instead of asking for ever. */
const POLLS = 15;

/**
 * What became of a payment or of a card, for whoever comes back from the gateway's page. The address says only which
 * one; the answer is the server's, so it is the same after a reload, with the back button and in another tab.
 */
export function GatewayReturn() {
  const [raw, change] = useSearchParameters();
  const depositId = idParameter(raw.deposit ?? '');
  const close = () => change({ deposit: undefined, card: undefined }, { replace: true });
  useEffect(() => {
    if (raw.payment_intent_client_secret !== undefined) change(FROM_GATEWAY, { replace: true });
  }, [raw.payment_intent_client_secret, change]);
  if (depositId !== undefined) return <DepositReturn key={depositId} depositId={depositId} onClose={close} />;
  if (raw.card === undefined) return null;
  return <CardReturn key={raw.card} checkoutId={raw.card} onClose={close} />;
}

type Tone = 'info' | 'warn' | 'bad';

function Returned({
  tone,
  title,
  children,
  onClose,
}: {
  tone: Tone;
  title: string;
  children?: ReactNode;
  onClose: () => void;
}) {
  const ui = useTexts(uiTexts);
  return (
    <Notice tone={tone} live>
      <div className="flex full-width wrap top-flex between gap-8-16">
        <div>
          <strong>{title}</strong>
          {children}
        </div>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<X size={14} aria-hidden />}
          onClick={onClose}
        >
          {ui('close')}
        </Button>
      </div>
    </Notice>
  );
}

/** Tells wallet, cards and lists once that something came of it. */
function useOnce(happened: boolean): void {
  const moved = useMoneyMoved();
  const told = useRef(false);
  useEffect(() => {
    if (!happened || told.current) return;
    told.current = true;
    void moved();
  }, [happened, moved]);
}

function DepositReturn({ depositId, onClose }: { depositId: number; onClose: () => void }) {
  const t = useTexts(billingTexts);
  const query = useQuery({
    queryKey: ['returned-deposit', depositId],
    queryFn: () => api.billing.checkDeposit({ id: depositId }),
    refetchInterval: ({ state }) =>
      state.data?.status === 'pending' && state.dataUpdateCount < POLLS ? POLL_MS : false,
    // Coming back to the tab is a reason to look again.
    staleTime: 0,
  });
  const deposit = query.data;
  useOnce(deposit !== undefined && deposit.status !== 'pending');
  if (deposit === undefined) {
    if (query.error === null) return <Returned tone="info" title={t('back.checking')} onClose={onClose} />;
    return <Returned tone="bad" title={t('back.unknown')} onClose={onClose} />;
  }
  return <DepositState deposit={deposit} onClose={onClose} />;
}

function DepositState({ deposit, onClose }: { deposit: Deposit; onClose: () => void }) {
  const t = useTexts(billingTexts);
  const amount = formatMoney(deposit.amount, deposit.currency);
  switch (deposit.state) {
    case 'confirmed':
      return <Returned tone="info" title={t('back.added', { amount })} onClose={onClose} />;
    case 'failed':
      return (
        <Returned tone="bad" title={t('back.failed', { amount })} onClose={onClose}>
          <p>
            {failureWords(deposit.failure ?? { code: 'card_declined', text: '' })} {t('back.notCharged')}
          </p>
        </Returned>
      );
    case 'abandoned':
      return (
        <Returned tone="warn" title={t('back.abandoned', { amount })} onClose={onClose}>
          <p>{t('back.abandonedText')}</p>
        </Returned>
      );
    case 'cancelled':
      return (
        <Returned tone="warn" title={t('back.cancelled', { amount })} onClose={onClose}>
          <p>{t('back.notCharged')}</p>
        </Returned>
      );
    default:
      return (
        <Returned tone="warn" title={t('back.waiting', { amount })} onClose={onClose}>
          <p>{t('back.waitingText')}</p>
        </Returned>
      );
  }
}

function CardReturn({ checkoutId, onClose }: { checkoutId: string; onClose: () => void }) {
  const t = useTexts(billingTexts);
  const query = useQuery({
    queryKey: ['returned-card', checkoutId],
    queryFn: () => api.cards.checkAdded({ checkoutId }),
    enabled: checkoutId !== 'left',
  });
  const added = query.data;
  useOnce(added?.status === 'saved');
  if (checkoutId === 'left' || (added !== undefined && added.card === null)) {
    return <Returned tone="warn" title={t('back.noCard')} onClose={onClose} />;
  }
  if (added === undefined || added.card === null) {
    if (query.error === null)
      return <Returned tone="info" title={t('back.checkingCard')} onClose={onClose} />;
    return <Returned tone="bad" title={t('back.cardUnknown')} onClose={onClose} />;
  }
  return (
    <Returned tone="info" title={t('back.cardSaved', { card: cardName(added.card) })} onClose={onClose} />
  );
}
