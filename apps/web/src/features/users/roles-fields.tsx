import { ROLES, type Role } from '@placard/domain/roles';
import type { ComponentProps, ReactNode } from 'react';
import { shellTexts } from '../../i18n/en/shell.ts';
import { useTexts } from '../../i18n/texts.ts';
import { ChipsField } from '../../ui/form/choice-field.tsx';
import { OwnPassword } from '../../ui/form/own-password.tsx';
import { userTexts } from './texts.ts';

/** Somebody's roles, and the own password where they make an operator. */
export function RolesFields({
  value,
  onChange,
  error,
  form,
  makesOperator,
}: {
  value: readonly Role[];
  onChange: (roles: Role[]) => void;
  error: ReactNode;
  form: ComponentProps<typeof OwnPassword>['form'];
  makesOperator: boolean;
}) {
  const t = useTexts(userTexts);
  const shell = useTexts(shellTexts);
  return (
    <>
      <ChipsField
        label={t('roles')}
        options={ROLES.map((role) => ({ value: role, label: shell(`role.${role}`) }))}
        value={value}
        onChange={onChange}
        error={error}
      />
      {makesOperator && <OwnPassword label={t('ownPassword')} description={t('operatorHint')} form={form} />}
    </>
  );
}
