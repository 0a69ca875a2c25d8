import { Button } from '@mantine/core';
import type { SignUpRequest } from '@placard/contract/sign-up';
import { SIGN_UPS_LISTED } from '@placard/domain/account/sign-up';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { shellTexts } from '../../i18n/en/shell.ts';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { refusalOf } from '../../lib/faults/api-error.ts';
import { formatRelative } from '../../lib/format/time-format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { toast } from '../../lib/toast-store.ts';
import { FailedPanel } from '../../ui/failed-panel.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Unsettled } from '../../ui/states.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { useConfirmedAction } from '../../ui/use-confirmed-action.ts';
import { userTexts } from './texts.ts';

/** Who waits for an account; nothing where nobody does. */
export function SignUpsPanel() {
  const t = useTexts(userTexts);
  const query = useQuery(apiQuery(api.operator.signUps, undefined));
  const { data } = query;
  if (data === undefined && query.isError) {
    return (
      <div style={{ marginBottom: 16 }}>
        <FailedPanel title={t('signUps')} failed={t('signUpsFailed')} query={query} />
      </div>
    );
  }
  if (data === undefined) return <Unsettled />;
  if (data.items.length === 0) return null;
  return (
    <div style={{ marginBottom: 16 }}>
      <Panel title={t('signUps')} description={t('signUpsText')} flush>
        <ul className="plain-list list-rows">
          {data.items.map((request) => (
            <SignUpRow key={request.id} request={request} />
          ))}
          {data.items.length === SIGN_UPS_LISTED && (
            <li className="muted text-13">{t('signUpsLongest', { count: SIGN_UPS_LISTED })}</li>
          )}
        </ul>
      </Panel>
    </div>
  );
}

function SignUpRow({ request }: { request: SignUpRequest }) {
  const t = useTexts(userTexts);
  const shell = useTexts(shellTexts);
  const queryClient = useQueryClient();
  const ask = useConfirmedAction();
  const [busy, run] = useBusy();
  const { id, email } = request;
  const approve = async () => {
    try {
      await api.operator.approveSignUp({ id });
      toast.success(t('approved', { email }));
    } catch (error) {
      toast.failure(refusalOf(error, t('approveFailed')));
    }
    await queryClient.invalidateQueries({ queryKey: ['operator'] });
  };
  const refuse = async () => {
    await ask(
      {
        title: t('refuseTitle', { email }),
        message: t('refuseText'),
        confirmLabel: t('refuse'),
        danger: true,
      },
      {
        run: () => api.operator.refuseSignUp({ id }),
        success: t('refused', { email }),
        failure: t('refuseFailed'),
        refresh: [['operator']],
      },
    );
  };
  const what = [
    request.company,
    request.roles.map((role) => shell(`role.${role}`)).join(', '),
    t('asked', { when: formatRelative(request.confirmedAt, serverNow()) }),
  ];
  return (
    <li>
      <div className="shrinks">
        <div className="breaks">
          {request.firstName} {request.lastName} <span className="muted text-13">{email}</span>
        </div>
        <div className="muted text-13 breaks">{what.filter((part) => part !== null).join(' · ')}</div>
      </div>
      <div className="row gap-8">
        <Button
          variant="default"
          size="xs"
          aria-label={`${t('refuse')} ${email}`}
          onClick={() => void refuse()}
        >
          {t('refuse')}
        </Button>
        <Button
          size="xs"
          aria-disabled={busy}
          aria-label={`${t('approve')} ${email}`}
          onClick={() => void run(approve)}
        >
          {t('approve')}
        </Button>
      </div>
    </li>
  );
}
