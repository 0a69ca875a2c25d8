import { defineTexts } from '../../i18n/texts.ts';
import english from './invitation.en.json';

/** Inviting somebody, to a team by its owner and to the network by its operator. */
export const invitationTexts = defineTexts('invitation', english);
