import type { Micros } from '../micros.ts';

/** A deposit, and what a network may ask for at least, in dollars. */
export const DEPOSIT_MAX_DOLLARS = 1_000_000;

/** What a card gateway takes at once: eight digits of cents. */
export const CARD_PAYMENT_MAX_MICROS: Micros = 999_999_990_000n;

/** Deposits of one account that wait; more would only hide the real ones from the operator. */
export const MOST_WAITING_DEPOSITS = 20;
