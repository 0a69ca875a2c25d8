/** The tables are of another generation then: the next load replaces them, also after a crash. */
export const BEGIN_ANEW =
  'update analytics_checkpoint set settlement_id = 0, loading_to = null, generation = generation + 1';
/** Nobody asked for it, so who wonders about reports that were short for a while reads it in the audit log. */
export const BEGIN_ANEW_TOLD = `
  with anew as (${BEGIN_ANEW})
  insert into audit_log (actor_kind, action, subject_kind) values ('system', 'database.rebuild_reports', 'database')`;
