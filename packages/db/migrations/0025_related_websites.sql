-- Subdomains of a domain, for the operator's review: read from the end, they begin with it.
create index website_below on website (reverse(domain) text_pattern_ops) where status <> 'archived';
