import type { ClientBase } from 'pg';

/** Brings the lines of all settlements since the last time into `spend_day`. @returns how many lines were written */
export async function foldSpend(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ lines: number }>({
    name: 'settlement-fold-spend',
    text: 'select fold_spend() as lines',
  });
  return rows[0]?.lines ?? 0;
}
