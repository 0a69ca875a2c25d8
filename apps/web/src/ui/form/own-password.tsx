import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** The password of whoever is signed in: proves that it is them. */
export function OwnPassword({
  form,
  ...props
}: Omit<PasswordInputProps, 'form'> & {
  form: { readonly getInputProps: (field: 'currentPassword') => object };
}) {
  return (
    <PasswordInput
      required
      autoComplete="current-password"
      {...form.getInputProps('currentPassword')}
      {...props}
    />
  );
}
