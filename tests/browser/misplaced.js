() => {
    // What is too wide for its place, and what lies over something else.
    const found = [];
    if (document.documentElement.scrollWidth > innerWidth + 1) found.push(`the page is ${document.documentElement.scrollWidth} wide`);
    const top = document.querySelector("dialog[open]") ?? document.querySelector(".curtain:not([hidden])") ?? document.body;
    const seen = (node) => {
        const { width, height } = node.getBoundingClientRect();
        return width && height && node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    };
    const shown = [...top.querySelectorAll("button, a, label, input, select, summary, h1, h2, h3, h4, th, td, dt, .badge, .odds-part, .details p, .details li, .news li")]
        .filter((node) => seen(node) && !node.closest(".visually-hidden, .card-open, [hidden]"));
    for (const panel of [...top.querySelectorAll(".panel:not(.panel-hand), .standings, .dialog-body")].filter(seen)) {
        if (panel.scrollWidth > panel.clientWidth + 2) found.push(`wider than its place: ${panel.className}`);
    }
    for (const node of shown) {
        const style = getComputedStyle(node);
        if (style.overflowX === "visible" && node.clientWidth && node.scrollWidth > node.clientWidth + 2) found.push(`overflows: ${node.textContent}`);
    }
    const boxes = shown.filter((node) => node.matches("button, a, input, select, summary"));
    apart(boxes, (a, b) => a.contains(b) || b.contains(a) || a.closest(".card") !== b.closest(".card") || scroller(a) !== scroller(b));
    // What lies over the map.
    apart([...top.querySelectorAll(".map-tools > *, .details, .news")].filter(seen), (a, b) => a.parentElement === b.parentElement && !a.matches(".details") && !b.matches(".details"));
    // The names on the board, and those on the counters.
    apart([...top.querySelectorAll("#space-labels text, #legend text, #cartouche text, .boxed")].filter(seen), () => false);
    for (const plate of [...top.querySelectorAll(".nameplate")].filter(seen)) {
        const [name, ratings] = plate.querySelectorAll("text"), room = plate.querySelector("rect").getBBox();
        const from = name.getBBox(), end = seen(ratings) ? ratings.getBBox().x : room.x + room.width;
        if (from.x + from.width > end + 1) found.push(`no room on its counter: ${name.textContent}`);
    }

    function apart(nodes, together) {
        const all = nodes.map((node) => [node, box(node)]);
        for (const [i, [a, p]] of all.entries()) {
            for (const [b, q] of all.slice(i + 1)) {
                const across = Math.min(p.right, q.right) - Math.max(p.left, q.left), down = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
                if (across > 2 && down > 2 && !together(a, b)) found.push(`overlap: ${told(a)} and ${told(b)}`);
            }
        }
    }

    /** A line of text on the board is as high as its letters. */
    function box(node) {
        const { left, right, top: upper, bottom } = node.getBoundingClientRect();
        const spare = node instanceof SVGElement ? (bottom - upper) * 0.2 : 0;
        return { left, right, top: upper + spare, bottom: bottom - spare };
    }

    function told(node) {
        return `${node.className.baseVal ?? node.className} ${node.textContent.slice(0, 80) || node.id}`;
    }

    function scroller(node) {
        for (let at = node.parentElement; at; at = at.parentElement) if (getComputedStyle(at).overflowY !== "visible") return at;
        return null;
    }
    return found;
}
