import { defineTexts } from '../../i18n/texts.ts';
import english from './tracking.en.json';

/** Tracking URLs of a creative, and what came through them. */
export const trackingTexts = defineTexts('tracking', english);
