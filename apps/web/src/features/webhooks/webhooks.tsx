import { Button } from '@mantine/core';
import type { WebhookEndpoint } from '@placard/contract/webhooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Pencil, Plus, Power, Send, Trash2, Webhook } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { StatusChip } from '../../kits/status/status-chip.tsx';
import { apiQuery } from '../../lib/api/api.ts';
import { refusalOf } from '../../lib/faults/api-error.ts';
import { toast } from '../../lib/toast-store.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { quietPart } from '../../ui/lazy-part.tsx';
import { type Crumb, PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { useConfirmedAction } from '../../ui/use-confirmed-action.ts';
import { Deliveries } from './deliveries.tsx';
import { webhookTexts } from './texts.ts';
import { LOOK_EVERY_MS, type WebhookScope } from './webhook-calls.ts';

const EndpointDialog = quietPart(() => import('./endpoint-dialog.tsx'));
const SecretDialog = quietPart(() => import('./secret-dialog.tsx'));

type Asked =
  | { readonly what: 'new' }
  | { readonly what: 'edit'; readonly endpoint: WebhookEndpoint }
  | { readonly what: 'secret'; readonly secret: string };

export function Webhooks({
  scope,
  changes,
  description,
  crumbs = [],
}: {
  scope: WebhookScope;
  /** Whether who looks may also change something. */
  changes: boolean;
  description: string;
  crumbs?: readonly Crumb[];
}) {
  const t = useTexts(webhookTexts);
  const endpoints = useQuery({
    ...apiQuery(scope.calls.list, undefined),
    refetchInterval: (found) =>
      found.state.data?.items.some(({ waiting }) => waiting > 0) === true ? LOOK_EVERY_MS : false,
  });
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const add = (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setAsked({ what: 'new' })}>
      {t('create')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        description={description}
        crumbs={crumbs}
        {...(changes ? { actions: add } : {})}
      />
      <Loaded query={endpoints} failed={t('loadFailed')}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState framed icon={Webhook} title={t('none')} text={t('noneText')} />
          ) : (
            <div className="stack gap-16">
              {items.map((endpoint) => (
                <Endpoint
                  key={endpoint.id}
                  scope={scope}
                  endpoint={endpoint}
                  changes={changes}
                  onAsk={setAsked}
                />
              ))}
            </div>
          )
        }
      </Loaded>
      {asked !== null && asked.what !== 'secret' && (
        <EndpointDialog
          scope={scope}
          endpoint={asked.what === 'edit' ? asked.endpoint : null}
          onSecret={(secret) => setAsked({ what: 'secret', secret })}
          onClose={close}
        />
      )}
      {asked?.what === 'secret' && <SecretDialog secret={asked.secret} onClose={close} />}
    </>
  );
}

function Endpoint({
  scope,
  endpoint,
  changes,
  onAsk,
}: {
  scope: WebhookScope;
  endpoint: WebhookEndpoint;
  changes: boolean;
  onAsk: (asked: Asked) => void;
}) {
  const t = useTexts(webhookTexts);
  const { id, url, enabled, waiting, eventTypes, description } = endpoint;
  return (
    <Panel
      title={url}
      description={description === '' ? undefined : description}
      actions={
        <div className="row wrap gap-8">
          <StatusChip status={enabled ? 'active' : 'inactive'} />
          {changes && <EndpointActions scope={scope} endpoint={endpoint} onAsk={onAsk} />}
        </div>
      }
      flush
    >
      <div className="stack gap-8 text-13 pad-row">
        <State endpoint={endpoint} />
        <div className="muted breaks">
          {eventTypes.map((type) => t(`event.${type}`)).join(', ')}
          {waiting > 0 && ` · ${t('waiting', { count: waiting })}`}
        </div>
      </div>
      <Deliveries scope={scope} endpointId={id} changes={changes && enabled} />
    </Panel>
  );
}

/** What its owner has to know, and do. */
function State({ endpoint }: { endpoint: WebhookEndpoint }) {
  const t = useTexts(webhookTexts);
  const { disabledBecause, failingSince, previousSecretUntil } = endpoint;
  return (
    <>
      {disabledBecause !== null && disabledBecause !== 'hand' && (
        <div className="bad">{t(`stopped.${disabledBecause}`)}</div>
      )}
      {disabledBecause === null && failingSince !== null && (
        <div className="bad">
          {t('failingSince')} <DateTime value={failingSince} withTime />
        </div>
      )}
      {previousSecretUntil !== null && (
        <div>
          {t('bothSign')} <DateTime value={previousSecretUntil} withTime />
        </div>
      )}
    </>
  );
}

function EndpointActions({
  scope: { calls },
  endpoint,
  onAsk,
}: {
  scope: WebhookScope;
  endpoint: WebhookEndpoint;
  onAsk: (asked: Asked) => void;
}) {
  const t = useTexts(webhookTexts);
  const ask = useConfirmedAction();
  const queryClient = useQueryClient();
  const { id, url, description, eventTypes, enabled, version } = endpoint;
  const refresh = [calls.list.key, calls.deliveries.key];
  const done = async (work: () => Promise<unknown>, success: string, failure: string) => {
    try {
      await work();
      toast.success(success);
    } catch (error) {
      toast.failure(refusalOf(error, failure));
    }
    await Promise.all(refresh.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  };
  const rotate = async () => {
    let secret: string | null = null;
    await ask(
      { title: t('rotateTitle'), message: t('rotateText'), confirmLabel: t('rotate') },
      {
        run: async () => {
          ({ secret } = await calls.rotateSecret({ id }));
        },
        failure: t('rotateFailed'),
        refresh,
      },
    );
    if (secret !== null) onAsk({ what: 'secret', secret });
  };
  const remove = async () => {
    await ask(
      { title: t('removeTitle'), message: t('removeText', { url }), confirmLabel: t('remove'), danger: true },
      { run: () => calls.remove({ id }), success: t('removed'), failure: t('removeFailed'), refresh },
    );
  };
  const setEnabled = () =>
    done(
      () => calls.update({ id, url, description, eventTypes, version, enabled: !enabled }),
      t(enabled ? 'switchedOff' : 'switchedOn'),
      t('saveFailed'),
    );
  return (
    <ActionMenu
      name={url}
      actions={[
        ...(enabled
          ? [
              {
                key: 'test',
                label: t('test'),
                icon: Send,
                onSelect: () => void done(() => calls.test({ id }), t('tested'), t('testFailed')),
              },
            ]
          : []),
        { key: 'edit', label: t('edit'), icon: Pencil, onSelect: () => onAsk({ what: 'edit', endpoint }) },
        { key: 'rotate', label: t('rotate'), icon: KeyRound, onSelect: () => void rotate() },
        {
          key: 'enabled',
          label: t(enabled ? 'switchOff' : 'switchOn'),
          icon: Power,
          onSelect: () => void setEnabled(),
        },
        { key: 'remove', label: t('remove'), icon: Trash2, danger: true, onSelect: () => void remove() },
      ]}
    />
  );
}
