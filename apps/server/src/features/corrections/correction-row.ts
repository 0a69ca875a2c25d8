import type { MoneyCorrectionTable } from '@placard/db/schema/corrections';
import type { Selectable } from 'kysely';
import type { Actor } from '../../deps.ts';

export type CorrectionRow = Selectable<MoneyCorrectionTable>;

/** Who acts and when, and the dashboard's address for mails. */
export type Acting = { readonly actor: Actor; readonly now: Date; readonly publicUrl: string };
