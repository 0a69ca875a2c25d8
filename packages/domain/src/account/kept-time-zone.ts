import { isTimeZone } from './rules.ts';

/** Names of the kind `Asia/Kolkata` that Intl knows and PostgreSQL does not. */
const UNKNOWN_TO_POSTGRESQL = ['Canada/East-Saskatchewan'];
/** An area and places in it, each word as it is written (`Port_of_Spain`): the reports' engine tells capitals from small letters. */
const AREA_AND_PLACE = /^[A-Z][a-z]+(\/[A-Z][a-z]+([_-]([A-Z][a-z]+|au|es|of))*)+$/;

/**
 * True for a time zone that may be kept: one that Intl, PostgreSQL and ClickHouse read alike. Intl alone takes more: names that
 * PostgreSQL refuses (`AET`), which in a statement over all accounts stops everybody's, names that PostgreSQL reads as another
 * offset (`IST`, `CET`), and any mixture of capitals.
 */
export function isKeptTimeZone(name: string): boolean {
  if (name === 'UTC' || Intl.supportedValuesOf('timeZone').includes(name)) return true;
  return AREA_AND_PLACE.test(name) && !UNKNOWN_TO_POSTGRESQL.includes(name) && isTimeZone(name);
}
