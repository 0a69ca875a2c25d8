import { passwordIssues } from '@placard/domain/account/rules';

export type PasswordChange = {
  readonly currentPassword: string;
  readonly newPassword: string;
  readonly confirmPassword: string;
};

/** The specification's rules of a password change (§5), as issue codes by field. */
export function passwordChangeFaults(change: PasswordChange): Record<string, string> {
  const faults: Record<string, string> = {};
  if (change.currentPassword === '') faults.currentPassword = 'current_password_required';
  if (change.newPassword === '') {
    if (change.currentPassword !== '') faults.newPassword = 'new_password_required';
    return faults;
  }
  const [issue] = passwordIssues(change.newPassword);
  if (issue !== undefined) faults.newPassword = issue;
  else if (change.newPassword === change.currentPassword) faults.newPassword = 'password_unchanged';
  if (change.confirmPassword === '') faults.confirmPassword = 'confirm_password_required';
  else if (change.confirmPassword !== change.newPassword) faults.confirmPassword = 'passwords_differ';
  return faults;
}
