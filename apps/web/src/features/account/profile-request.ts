import type { User } from '@placard/contract/auth';
import { isLanguage } from '@placard/domain/language';

export type ProfileValues = {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  company: string;
  timeZone: string;
  /** '' as the browser says. */
  language: string;
  currentPassword: string;
};

export function profileValues(user: User): ProfileValues {
  return {
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    phone: user.phone ?? '',
    company: user.company ?? '',
    timeZone: user.timeZone,
    language: user.language ?? '',
    currentPassword: '',
  };
}

const orNull = (text: string) => (text.trim() === '' ? null : text);

/** The whole form as its schema checks it. */
export function profileRequest({ phone, company, language, currentPassword, ...rest }: ProfileValues) {
  const own = isLanguage(language) ? language : null;
  const fields = { ...rest, phone: orNull(phone), company: orNull(company), language: own };
  return currentPassword === '' ? fields : { ...fields, currentPassword };
}

/**
 * What is saved: the names, and what was changed here. The rest may have been changed in another tab, or by the account's
 * owner, since the form was opened.
 */
export function changedProfile(before: ProfileValues, values: ProfileValues) {
  const { firstName, lastName, ...rest } = profileRequest(values);
  const old: Readonly<Record<string, unknown>> = profileRequest(before);
  const changed: Partial<typeof rest> = Object.fromEntries(
    Object.entries(rest).filter(([field, value]) => value !== old[field]),
  );
  return { firstName, lastName, ...changed };
}
