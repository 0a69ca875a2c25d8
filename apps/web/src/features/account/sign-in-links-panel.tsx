import { Button } from '@mantine/core';
import type { SignInLink } from '@placard/contract/single-sign-on';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { useAppForm } from '../../kits/form/use-app-form.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { formatRelative } from '../../lib/format/time-format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { toast } from '../../lib/toast-store.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { AppForm } from '../../ui/form/form-layout.tsx';
import { OwnPassword } from '../../ui/form/own-password.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Unsettled } from '../../ui/states.tsx';
import { accountTexts } from './texts.ts';

const hostOf = ({ issuer }: SignInLink) => new URL(issuer).host;

/** Links of whoever is signed in to single sign-on; nothing where the network has none and no link is left. */
export function SignInLinksPanel() {
  const t = useTexts(accountTexts);
  const { data, isPending } = useQuery(apiQuery(api.singleSignOn.links, undefined));
  const [ending, setEnding] = useState<SignInLink | null>(null);
  if (data === undefined) return isPending && <Unsettled />;
  if (data.singleSignOn === null && data.items.length === 0) return null;
  const { items, singleSignOn } = data;
  const text = singleSignOn === null ? t('signInLinks.off') : t('signInLinks.text', { label: singleSignOn });
  return (
    <Panel flush title={t('signInLinks.title')} description={text}>
      <ul className="plain-list list-rows">
        {items.length === 0 && <li className="faint text-13">{t('signInLinks.none')}</li>}
        {items.map((link) => (
          <LinkLine key={link.id} link={link} onEnd={() => setEnding(link)} />
        ))}
      </ul>
      {ending !== null && (
        <Dialog title={t('signInLinks.endTitle')} onClose={() => setEnding(null)}>
          <EndForm link={ending} onClose={() => setEnding(null)} />
        </Dialog>
      )}
    </Panel>
  );
}

function LinkLine({ link, onEnd }: { link: SignInLink; onEnd: () => void }) {
  const t = useTexts(accountTexts);
  const when = (instant: string) => formatRelative(instant, serverNow());
  const name = hostOf(link);
  return (
    <li>
      <div className="breaks shrinks">
        <div>{name}</div>
        <div className="muted text-13">
          {t('signInLinks.used', {
            added: when(link.createdAt),
            used: when(link.lastUsedAt ?? link.createdAt),
          })}
        </div>
      </div>
      <Button variant="default" size="xs" aria-label={t('signInLinks.endOf', { name })} onClick={onEnd}>
        {t('signInLinks.end')}
      </Button>
    </li>
  );
}

function EndForm({ link, onClose }: { link: SignInLink; onClose: () => void }) {
  const t = useTexts(accountTexts);
  const queryClient = useQueryClient();
  const { form, formProps } = useAppForm({
    initialValues: { currentPassword: '' },
    failed: t('signInLinks.failed'),
    onSubmit: async ({ currentPassword }) => {
      await api.singleSignOn.unlink({ id: link.id, currentPassword });
      toast.success(t('signInLinks.ended'));
      await queryClient.invalidateQueries({ queryKey: api.singleSignOn.links.key });
      onClose();
    },
  });
  return (
    <AppForm {...formProps}>
      <p>{t('signInLinks.endText', { name: hostOf(link) })}</p>
      <OwnPassword label={t('currentPassword')} data-autofocus form={form} />
      <DialogActions form={form} busyLabel={t('signInLinks.busy')} onClose={onClose}>
        {t('signInLinks.end')}
      </DialogActions>
    </AppForm>
  );
}
