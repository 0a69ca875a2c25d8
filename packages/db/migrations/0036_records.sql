-- The operator's console: the audit log by who did it, for whom, and what it says; lists of the whole network in their order.
create index audit_actor on audit_log (actor_user_id, id desc) where actor_user_id is not null;
create index audit_account on audit_log (actor_account_id, id desc) where actor_account_id is not null;
create index audit_text on audit_log using gin ((action || ' ' || detail::text) gin_trgm_ops);

create index campaign_of_all_by_created on campaign (created_at, id) where status <> 'archived';
