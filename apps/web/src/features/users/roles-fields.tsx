import { PasswordInput } from '@mantine/core';
import { ROLES, type Role } from '@placard/domain/roles';
import type { ReactNode } from 'react';
import { shellTexts } from '../../i18n/en/shell.ts';
import { useTexts } from '../../i18n/texts.ts';
import { ChipsField } from '../../ui/form/choice-field.tsx';
import { userTexts } from './texts.ts';

/** Somebody's roles. @param ownPassword the field for it, where they make an operator */
export function RolesFields({
  value,
  onChange,
  error,
  ownPassword,
}: {
  value: readonly Role[];
  onChange: (roles: Role[]) => void;
  error: ReactNode;
  ownPassword: object | null;
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
      {ownPassword !== null && (
        <PasswordInput
          label={t('ownPassword')}
          description={t('operatorHint')}
          required
          autoComplete="current-password"
          {...ownPassword}
        />
      )}
    </>
  );
}
