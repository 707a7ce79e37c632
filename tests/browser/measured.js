() => {
    // Counters that cover a name of a city or a space, and names that cover each other.
    const box = (node, spare = 0) => {
        const { left, right, top, bottom } = node.getBoundingClientRect();
        const cut = (bottom - top) * spare;
        return { left, right, top: top + cut, bottom: bottom - cut };
    };
    const seen = (node) => node.getBoundingClientRect().width > 0;
    const overlap = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
    const found = [];
    const names = [...document.querySelectorAll("#space-labels text")].filter(seen).map((node) => [node.textContent, box(node, 0.22)]);
    const counters = [...document.querySelectorAll(".layer-handles .handle")].map((node) => [node.dataset.key, box(node)]);
    const spaces = [...document.querySelectorAll("#spaces .space .body")].map((node) => [node.closest(".space").id, box(node)]);
    names.forEach(([name, a], i) => names.slice(0, i).forEach(([other, b]) => overlap(a, b) && found.push(`names: ${name} and ${other}`)));
    for (const [key, a] of counters) {
        for (const [name, b] of names) if (overlap(a, b)) found.push(`counter of ${key} on the name ${name}`);
        for (const [space, b] of spaces) if (overlap(a, b)) found.push(`counter of ${key} on ${space}`);
    }
    counters.forEach(([key, a], i) => counters.slice(0, i).forEach(([other, b]) => overlap(a, b) && found.push(`counters: ${key} and ${other}`)));
    return found;
}
