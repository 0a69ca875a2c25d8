import { Button } from '@mantine/core';
import type { UserRow } from '@placard/contract/operator';
import { ROLES } from '@placard/domain/roles';
import { useState } from 'react';
import { operatorTexts } from '../../i18n/en/operator.ts';
import { shellTexts } from '../../i18n/en/shell.ts';
import { useTexts } from '../../i18n/texts.ts';
import { api } from '../../lib/api/api.ts';
import { useAction } from '../../lib/use-action.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ChipsField } from '../../ui/form/choice-field.tsx';
import { FieldStack } from '../../ui/form/field-layout.tsx';
import { FormActions } from '../../ui/form/form-layout.tsx';

export default function RolesDialog({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const t = useTexts(operatorTexts);
  const shell = useTexts(shellTexts);
  const [roles, setRoles] = useState(user.roles);
  const [busy, act] = useAction();
  const save = async () => {
    const saved = await act({
      run: () => api.operator.setUserRoles({ id: user.id, roles }),
      success: t('user.rolesSaved'),
      failure: t('user.rolesFailed'),
      refresh: [['operator']],
    });
    if (saved) onClose();
  };
  return (
    <Dialog title={t('user.rolesTitle', { email: user.email })} onClose={onClose}>
      <FieldStack>
        <ChipsField
          label={t('user.roles')}
          required
          options={ROLES.map((value) => ({ value, label: shell(`role.${value}`) }))}
          value={roles}
          onChange={setRoles}
        />
        <FormActions>
          <Button variant="default" onClick={onClose}>
            {t('user.cancel')}
          </Button>
          <BusyButton
            busy={busy}
            busyLabel={t('user.saving')}
            disabled={roles.length === 0}
            onClick={() => void save()}
          >
            {t('user.save')}
          </BusyButton>
        </FormActions>
      </FieldStack>
    </Dialog>
  );
}
