-- The mark of each organization that is due first: jumps from one organization to the next in the index. A function, as a
-- cluster cannot send recursion to all servers: there, another body asks each server once.
CREATE FUNCTION first_marks() RETURNS TABLE (organization_id INTEGER, not_before TIMESTAMPTZ) LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY
    WITH RECURSIVE first AS (
      (SELECT p.organization_id, p.not_before FROM pending_links p ORDER BY p.organization_id, p.not_before LIMIT 1)
      UNION ALL
      SELECT next.* FROM first CROSS JOIN LATERAL (
        SELECT p.organization_id, p.not_before FROM pending_links p WHERE p.organization_id > first.organization_id
        ORDER BY p.organization_id, p.not_before LIMIT 1
      ) next
    ) SELECT * FROM first;
END $$;
