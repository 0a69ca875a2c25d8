import type { WebhookDelivery, WebhookDeliveryDetail } from '@placard/contract/webhooks';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { apiPages, apiQuery } from '../../lib/api/api.ts';
import { refusalOf } from '../../lib/faults/api-error.ts';
import { toast } from '../../lib/toast-store.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { CodeBlock } from '../../ui/code/code-block.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { ReadOn } from '../../ui/read-on.tsx';
import { FailedState, Loaded, LoadingState } from '../../ui/states.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { webhookTexts } from './texts.ts';
import { LOOK_EVERY_MS, type WebhookScope } from './webhook-calls.ts';

type Props = { readonly scope: WebhookScope; readonly endpointId: number; readonly changes: boolean };

/** What was sent to an endpoint, fetched when it is opened. */
export function Deliveries(props: Props) {
  const t = useTexts(webhookTexts);
  const [opened, setOpened] = useState(false);
  return (
    <details className="line-above fold" onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>
        <ChevronDown size={16} aria-hidden />
        {t('deliveries')}
      </summary>
      {opened && <DeliveryList {...props} />}
    </details>
  );
}

function DeliveryList({ scope: { calls }, ...props }: Props) {
  const t = useTexts(webhookTexts);
  const { endpointId: id } = props;
  const query = useInfiniteQuery({
    ...apiPages(calls.deliveries, { id }),
    refetchInterval: (found) =>
      found.state.data?.pages[0]?.items.some(({ status }) => status === 'waiting') === true
        ? LOOK_EVERY_MS
        : false,
  });
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  if (query.isPending) return <LoadingState lines={2} />;
  if (query.isError && items.length === 0) {
    return (
      <FailedState title={t('deliveriesFailed')} error={query.error} onRetry={() => void query.refetch()} />
    );
  }
  return (
    <>
      {items.length === 0 && <p className="muted text-13 pad-row">{t('noDeliveries')}</p>}
      {items.map((delivery) => (
        <Delivery key={delivery.id} calls={calls} delivery={delivery} {...props} />
      ))}
      <ReadOn
        query={query}
        count={items.length}
        label={t('older')}
        failed={t('deliveriesFailed')}
        className="pad-12"
      />
    </>
  );
}

type OneProps = {
  readonly calls: WebhookScope['calls'];
  readonly endpointId: number;
  readonly delivery: WebhookDelivery;
  readonly changes: boolean;
};

function Delivery(props: OneProps) {
  const t = useTexts(webhookTexts);
  const [opened, setOpened] = useState(false);
  const { eventType, status, createdAt, lastStatus, attempts } = props.delivery;
  return (
    <details className="fold line" onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>
        <ChevronDown size={16} aria-hidden />
        <strong>{eventType}</strong>
        <span className={status === 'failed' ? 'bad' : undefined}>
          {t(`status.${status}`)}
          {lastStatus !== null && ` (${lastStatus})`}
        </span>
        <span>{t('attempts', { count: attempts })}</span>
        <span>
          <DateTime value={createdAt} withTime />
        </span>
      </summary>
      {opened && <DeliveryDetail {...props} />}
    </details>
  );
}

function DeliveryDetail({ calls, endpointId, delivery, changes }: OneProps) {
  const t = useTexts(webhookTexts);
  const queryClient = useQueryClient();
  const [busy, whileBusy] = useBusy();
  const one = { id: endpointId, deliveryId: delivery.id };
  // Read anew as soon as the list knows of another try.
  const options = apiQuery(calls.delivery, one);
  const query = useQuery({ ...options, queryKey: [...options.queryKey, delivery.attempts, delivery.status] });
  const resend = () =>
    whileBusy(async () => {
      try {
        await calls.resend(one);
        toast.success(t('resent'));
      } catch (error) {
        toast.failure(refusalOf(error, t('resendFailed')));
      }
      await queryClient.invalidateQueries({ queryKey: calls.deliveries.key });
    });
  return (
    <div className={`stack gap-8 pad-folded`}>
      <Loaded
        query={query}
        failed={t('deliveryFailed')}
        loading={<div style={{ height: 120 }} aria-busy data-unsettled />}
      >
        {(found) => <Sent found={found} />}
      </Loaded>
      {changes && (
        <div>
          <BusyButton
            size="xs"
            variant="default"
            leftSection={<RotateCw size={14} aria-hidden />}
            busy={busy}
            busyLabel={t('resending')}
            onClick={() => void resend()}
          >
            {t('resend')}
          </BusyButton>
        </div>
      )}
    </div>
  );
}

function Sent({ found }: { found: WebhookDeliveryDetail }) {
  const t = useTexts(webhookTexts);
  return (
    <>
      <div className="text-13 muted breaks">
        webhook-id: <code>{found.messageId}</code>
        {found.nextAttemptAt !== null && (
          <>
            {' · '}
            {t('next')} <DateTime value={found.nextAttemptAt} withTime />
          </>
        )}
      </div>
      <CodeBlock code={JSON.stringify(JSON.parse(found.body), null, 2)} label={t('body')} />
      {found.history.map(({ number, at, status, fault, tookMs, answer, url }) => (
        <div key={number} className="text-13 breaks">
          <div>
            {t('attempt', { number })} <DateTime value={at} withTime /> ·{' '}
            <strong className={status !== null && status < 300 ? undefined : 'bad'}>
              {status ?? t('noAnswer', { fault: fault ?? '' })}
            </strong>{' '}
            · {t('took', { ms: tookMs })}
          </div>
          <div className="muted">{url}</div>
          {answer !== '' && (
            <pre className="no-margin rounded-small sunken mono pre-wrap breaks pad-10-12">{answer}</pre>
          )}
        </div>
      ))}
    </>
  );
}
