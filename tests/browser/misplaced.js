() => {
    // What is too wide for its place, and what lies over something else.
    const found = [];
    if (document.documentElement.scrollWidth > innerWidth + 1) found.push(`the page is ${document.documentElement.scrollWidth} wide`);
    const top = document.querySelector("dialog[open]") ?? document.body;
    const shown = [...top.querySelectorAll("button, a, label, input, select, summary, h1, h2, h3, .badge")].filter((node) => {
        const { width, height } = node.getBoundingClientRect();
        return width && height && !node.closest(".visually-hidden, .card-open, [hidden]") && !node.matches(".card-open")
            && node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    });
    for (const node of shown) {
        const style = getComputedStyle(node);
        if (style.overflowX === "visible" && node.clientWidth && node.scrollWidth > node.clientWidth + 2) found.push(`overflows: ${node.textContent}`);
    }
    const boxes = shown.filter((node) => node.matches("button, a, input, select, summary") && !node.closest(".map-host, .news"));
    for (const [i, a] of boxes.entries()) {
        for (const b of boxes.slice(i + 1)) {
            if (a.contains(b) || b.contains(a) || a.closest(".card") !== b.closest(".card")) continue;
            if (scroller(a) !== scroller(b)) continue;
            const p = a.getBoundingClientRect(), q = b.getBoundingClientRect();
            const across = Math.min(p.right, q.right) - Math.max(p.left, q.left), down = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
            if (across > 2 && down > 2) found.push(`overlap: ${a.textContent || a.id} and ${b.textContent || b.id}`);
        }
    }
    function scroller(node) {
        for (let at = node.parentElement; at; at = at.parentElement) if (getComputedStyle(at).overflowY !== "visible") return at;
        return null;
    }
    return found;
}
