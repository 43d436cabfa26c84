export default {
  name: "0008-published-titles",
  sql: /* sql */ `
    -- What visitors call it: the title in site.part is the draft's.
    ALTER TABLE site.published_document ADD COLUMN title text;
    UPDATE site.published_document document SET title = part.title
    FROM site.part WHERE part.site_id = document.site_id AND part.key = document.key;
  `,
}
