(() => {
  const number = cell => { const text = cell.textContent.trim().replace(/^[<[]/, ''), value = parseFloat(text); return Number.isFinite(value) ? value : null; };
  const order = (a, b) => {
    const x = number(a), y = number(b);
    if (x !== null && y !== null) return x - y;
    if (x !== null || y !== null) return x !== null ? -1 : 1;
    return a.textContent.localeCompare(b.textContent);
  };
  const empty = cell => ['', '\u2013'].includes(cell.textContent.trim());
  const sort = (table, heads, column) => {
    const falls = heads[column].getAttribute('aria-sort') === 'ascending', body = table.tBodies[0];
    heads.forEach(head => head.removeAttribute('aria-sort'));
    heads[column].setAttribute('aria-sort', falls ? 'descending' : 'ascending');
    const rows = [...body.rows];
    rows.sort((a, b) => {
      const x = a.cells[column], y = b.cells[column];
      if (empty(x) || empty(y)) return empty(x) - empty(y);
      return falls ? order(y, x) : order(x, y);
    });
    body.append(...rows);
  };
  for (const table of document.querySelectorAll('table.sortable')) {
    const heads = [...table.tHead.rows[table.tHead.rows.length - 1].cells];
    heads.forEach((head, column) => {
      head.setAttribute('role', 'button');
      head.tabIndex = 0;
      head.title = 'sort';
      head.addEventListener('click', () => sort(table, heads, column));
      head.addEventListener('keydown', event => { if (event.key === 'Enter') sort(table, heads, column); });
    });
  }
  const reveal = () => {
    let part = document.getElementById(location.hash.slice(1));
    if (!part) return;
    const goal = part;
    for (; part; part = part.parentElement) if (part.tagName === 'DETAILS') part.open = true;
    goal.scrollIntoView();
  };
  addEventListener('hashchange', reveal);
  if (location.hash) reveal();
  const nav = document.querySelector('nav');
  for (const [text, open] of [['open all parts', true], ['fold all parts', false]]) {
    const button = nav.insertBefore(document.createElement('button'), nav.firstChild);
    button.textContent = text;
    button.addEventListener('click', () => document.querySelectorAll('details').forEach(part => { part.open = open; }));
  }
})();
